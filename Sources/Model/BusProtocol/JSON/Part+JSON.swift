// Written by Protocol/generate from Part.swift; change the members there.
public import JSON

extension Part: JSONConvertible {
  private static let names = JSONNames(
    "favorites",
    "gone",
    "hub",
    "items",
    "providers",
    "releases",
    "removed",
    "sources",
    "upsert"
  )

  public init(json: inout JSONReader) throws(JSONMismatch) {
    var part = Part()
    var members = try JSONMembers(&json, Part.names)
    while let index = try members.next(&json) {
      do throws(JSONMismatch) {
        switch index {
        case 0: part.favorites = try json.decoded()
        case 1: part.gone = try json.decoded()
        case 2: part.hub = try json.decoded()
        case 3: part.items = try json.optional()
        case 4: part.providers = try json.decoded()
        case 5: part.releases = try json.decoded()
        case 6: part.removed = try json.optional()
        case 7: part.sources = try json.decoded()
        case 8: part.upsert = try json.optional()
        default: try json.skip()
        }
      } catch {
        throw members.within(error, json)
      }
    }
    self = part
  }

  /// Writes the members, in the order of their names.
  public func write(_ json: inout JSONWriter) {
    json.open(.object)
    json.add("favorites", encoded: favorites)
    json.add("gone", encoded: gone)
    json.add("hub", encoded: hub)
    json.add("items", items)
    json.add("providers", encoded: providers)
    json.add("releases", encoded: releases)
    json.add("removed", removed)
    json.add("sources", encoded: sources)
    json.add("upsert", upsert)
    json.close(.object)
  }
}
