import BusProtocol
import MusicModel

/// The members of the rows that commands print, by which `--json` and `--template` select.
enum MemberNames {
  /// Those of the results of a command, given by its words; empty if it prints none.
  static func of(_ command: String) -> [String] {
    (table[command] ?? entities[command].map(members) ?? []).sorted()
  }

  /// Those of entities.
  static let ofEntities = Set(members(EntityKind.allCases))

  /// Those of all commands.
  static let all = ofEntities.union(table.values.joined())

  /// The commands that print results as JSON.
  static var commands: [String] { (Array(table.keys) + Array(entities.keys)).sorted() }

  static func split(_ word: String) -> [String] {
    word.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
  }

  private static func members(_ kinds: [EntityKind]) -> [String] {
    Array(Set(kinds.flatMap(\.memberDescriptions).map(\.name) + ["favorite", "provenance"]))
  }

  /// The commands whose results are entities, also if they are details.
  private static let entities: [String: [EntityKind]] = [
    "search all": EntityKind.searched, "search artists": [.artist], "search albums": [.album],
    "search songs": [.song], "artist": [.artist], "album": [.album], "song": [.song],
    "albums": [.album], "songs": [.song], "similar": [.artist], "top": [.album, .song],
    "charts": [.chart], "missing": [.album],
  ]

  private static let favorites =
    members(EntityKind.allCases) + [
      "added", "fav", "members", "note", "refreshed",
    ]
  private static let changes = [
    "at", "fav", "id", "key", "name", "outcome", "reason", "undid",
  ]
  private static let media = ["bytes", "file", "id", "kind", "provider", "type", "url"]
  private static let verdicts = ["a", "ageMs", "b", "relation", "undone"]
  private static let imports = [
    "doubtful", "format", "id", "matched", "notDecoded", "notFound", "open", "repeated", "results",
    "rows", "skipped",
  ]
  private static let cache = ["answers", "bytes", "bytesMax", "oldestMs", "pinned", "problem"]
  private static let library = ["albums", "artists", "bytes", "bytesMax", "problem", "songs"]
  private static let provider = [
    "attribution", "budgets", "calls", "configSchema", "failures", "id", "inflight", "lastError",
    "latency", "level", "manifest", "methods", "name", "pid", "requests", "restarts", "sandbox",
    "services", "state", "unapprovedBudgets", "urls", "version",
  ]

  private static let table: [String: [String]] = [
    "overview": ["chart", "favorites", "new", "recent"],
    "artwork": media, "preview": media,
    "lyrics": ["instrumental", "lines"],
    "links": ["name", "url"], "share": ["text", "url"],
    "recent": ["ageMs", "method", "text", "total"],
    "favorites list": favorites, "favorites show": favorites,
    "favorites add": changes, "favorites remove": changes, "favorites toggle": changes,
    "favorites move": changes, "favorites note": changes, "favorites undo": changes,
    "favorites check": [
      "damaged", "document", "doubtful", "entity", "fav", "favorites", "goneAgeMs", "id",
      "incomplete", "lines", "movedAside", "others", "provider", "reasons", "replacement",
      "suspicious", "version",
    ],
    "favorites import": imports,
    "favorites imports": ["batch", "file", "leftMs", "problem", "results", "state"],
    "favorites review": ["choices", "file", "key", "row", "text"],
    // The members of the album stand beside those of the report in templates.
    "new": members([.album]) + ["album", "foundAgeMs", "harmony", "seen"],
    "collection": [
      "albums", "artists", "bytes", "durationMs", "formats", "guessed", "incomplete", "links",
      "provider", "songs", "twice", "unavailable", "unreadable",
    ],
    "explain": ["entity", "fields", "joins", "neighbors", "records", "verdicts"],
    "raw": ["ageMs", "entity", "provider"],
    "same": verdicts, "different": verdicts, "undo": verdicts,
    "providers": provider, "provider reload": provider, "provider reset": provider,
    "provider add": provider, "provider update": provider, "provider rollback": provider,
    "provider list": [
      "commit", "id", "index", "previous", "revoked", "sha256", "source", "version",
    ],
    "provider outdated": ["available", "id", "source", "version"],
    "provider search": [
      "description", "id", "index", "installed", "level", "maintainers", "name", "version",
    ],
    "doctor": ["check", "fix", "status", "text"],
    "cache status": cache, "cache clear": cache, "cache pin": cache, "cache unpin": cache,
    "library status": library, "library clear": library, "library rebuild": library,
    "hub status": ["calls", "clients", "inflight", "pid", "uptimeMs", "version"],
    "hub metrics": ["bounds", "help", "kind", "name", "samples"],
    "hub watch": [
      "favorites", "gone", "hub", "items", "providers", "releases", "removed", "sources", "upsert",
    ],
  ]
}
