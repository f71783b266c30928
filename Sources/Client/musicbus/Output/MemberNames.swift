import MusicModel

/// The members by which `--json` selects.
enum MemberNames {
  /// Those of entities, also within favourites and records.
  static let ofEntities = Set(
    EntityKind.allCases.flatMap(\.memberDescriptions).map(\.name) + [
      "added", "ageMs", "entity", "fav", "favorite", "note", "provenance",
      "provider",
    ]
  )

  /// Those of entities, and of the other rows that commands print.
  static let all = ofEntities.union(others)

  static func split(_ word: String) -> [String] {
    word.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
  }

  private static let others = [
    "a", "albums", "answers", "artists", "at", "attribution", "available", "b", "bounds", "budgets",
    "bytes",
    "bytesMax", "calls", "chart", "durationMs", "formats", "clients", "commit", "configSchema",
    "damaged", "description",
    "document", "doubtful",
    "failures", "favorites", "fields", "foundAgeMs", "gone", "help", "hub", "incomplete",
    "index",
    "inflight", "installed", "joins", "key", "lastError", "latency", "level", "lines",
    "maintainers", "manifest",
    "members", "method", "methods", "movedAside", "neighbors", "oldestMs", "outcome",
    "pid",
    "pinned", "previous", "problem", "providers", "reason", "recent", "records", "refreshed",
    "relation", "releases", "removed", "requests", "restarts", "revoked", "samples", "sandbox",
    "seen", "services", "sha256", "songs", "source", "state",
    "suspicious", "text", "total", "twice", "type", "unapprovedBudgets", "unreadable", "undid",
    "undone", "upsert",
    "uptimeMs", "url", "urls",
    "verdicts", "version", "choices", "file", "format", "matched", "notDecoded", "notFound", "open",
    "repeated",
    "results", "row", "rows", "skipped",
  ]
}
