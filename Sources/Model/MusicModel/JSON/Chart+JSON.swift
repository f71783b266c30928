// Written by Protocol/generate from Chart.swift; change the members there.
public import JSON

extension Chart {
  private static let names = JSONNames(
    "country",
    "id",
    "ids",
    "kind",
    "limit",
    "links",
    "of",
    "title"
  )

  public init(json: inout JSONReader) throws(JSONMismatch) {
    guard var chart = Chart.blank else { throw json.mismatch("has no form") }
    chart.ids = []
    var members = try JSONMembers(&json, Chart.names)
    while let index = try members.next(&json) {
      do throws(JSONMismatch) {
        switch index {
        case 0: chart.country = try json.optional()
        case 1: chart.id = try json.value()
        case 2: chart.ids = try json.list()
        case 3: try json.expect(Chart.kind)
        case 4: chart.limit = try json.optional()
        case 5: chart.links = try json.table()
        case 6: chart.of = try json.optional()
        case 7: chart.title = try json.value()
        default: chart.extra[members.name(json)] = try json.value()
        }
      } catch {
        throw members.within(error, json)
      }
    }
    try members.require(1 /* id */, 7 /* title */)
    self = chart.withOwnID
  }

  /// Writes the members, in the order of their names.
  public func writeMembers(_ json: inout JSONWriter) {
    json.add("country", country)
    json.add("id", id)
    json.add("ids", ids)
    json.add("kind", Chart.kind)
    json.add("limit", limit)
    json.add("links", links)
    json.add("of", of)
    json.add("title", title)
  }
}
