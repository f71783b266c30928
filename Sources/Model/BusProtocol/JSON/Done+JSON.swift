// Written by Protocol/generate from Done.swift; change the members there.
public import JSON

extension Done: JSONConvertible {
  private static let names = JSONNames(
    "cache",
    "check",
    "collection",
    "cursor",
    "explanation",
    "freshMs",
    "hub",
    "id",
    "ids",
    "imports",
    "items",
    "library",
    "lists",
    "matches",
    "media",
    "metrics",
    "next",
    "noNetwork",
    "notes",
    "parts",
    "providers",
    "recent",
    "releases",
    "resolution",
    "results",
    "revision",
    "rows",
    "skipped",
    "sources",
    "spent",
    "suggestion",
    "total",
    "totalIsExact",
    "unavailable",
    "verdict"
  )

  public init(json: inout JSONReader) throws(JSONMismatch) {
    var done = Done()
    var members = try JSONMembers(&json, Done.names)
    while let index = try members.next(&json) {
      do throws(JSONMismatch) {
        switch index {
        case 0: done.cache = try json.decoded()
        case 1: done.check = try json.decoded()
        case 2: done.collection = try json.decoded()
        case 3: done.cursor = try json.optional()
        case 4: done.explanation = try json.decoded()
        case 5: done.freshMs = try json.optional()
        case 6: done.hub = try json.decoded()
        case 7: done.id = try json.optional()
        case 8: done.ids = try json.optional()
        case 9: done.imports = try json.decoded()
        case 10: done.items = try json.optional()
        case 11: done.library = try json.decoded()
        case 12: done.lists = try json.decoded()
        case 13: done.matches = try json.decoded()
        case 14: done.media = try json.decoded()
        case 15: done.metrics = try json.decoded()
        case 16: done.next = try json.optional()
        case 17: done.noNetwork = try json.optional()
        case 18: done.notes = try json.optional()
        case 19: done.parts = try json.value()
        case 20: done.providers = try json.decoded()
        case 21: done.recent = try json.decoded()
        case 22: done.releases = try json.decoded()
        case 23: done.resolution = try json.decoded()
        case 24: done.results = try json.decoded()
        case 25: done.revision = try json.optional()
        case 26: done.rows = try json.decoded()
        case 27: done.skipped = try json.optional()
        case 28: done.sources = try json.decoded()
        case 29: done.spent = try json.optional()
        case 30: done.suggestion = try json.decoded()
        case 31: done.total = try json.optional()
        case 32: done.totalIsExact = try json.optional()
        case 33: done.unavailable = try json.decoded()
        case 34: done.verdict = try json.decoded()
        default: try json.skip()
        }
      } catch {
        throw members.within(error, json)
      }
    }
    try members.require(19 /* parts */)
    self = done
  }

  /// Writes the members, in the order of their names.
  public func write(_ json: inout JSONWriter) {
    json.open(.object)
    json.add("cache", encoded: cache)
    json.add("check", encoded: check)
    json.add("collection", encoded: collection)
    json.add("cursor", cursor)
    json.add("explanation", encoded: explanation)
    json.add("freshMs", freshMs)
    json.add("hub", encoded: hub)
    json.add("id", id)
    json.add("ids", ids)
    json.add("imports", encoded: imports)
    json.add("items", items)
    json.add("library", encoded: library)
    json.add("lists", encoded: lists)
    json.add("matches", encoded: matches)
    json.add("media", encoded: media)
    json.add("metrics", encoded: metrics)
    json.add("next", next)
    json.add("noNetwork", noNetwork)
    json.add("notes", notes)
    json.add("parts", parts)
    json.add("providers", encoded: providers)
    json.add("recent", encoded: recent)
    json.add("releases", encoded: releases)
    json.add("resolution", encoded: resolution)
    json.add("results", encoded: results)
    json.add("revision", revision)
    json.add("rows", encoded: rows)
    json.add("skipped", skipped)
    json.add("sources", encoded: sources)
    json.add("spent", spent)
    json.add("suggestion", encoded: suggestion)
    json.add("total", total)
    json.add("totalIsExact", totalIsExact)
    json.add("unavailable", encoded: unavailable)
    json.add("verdict", encoded: verdict)
    json.close(.object)
  }
}
