// Written by Protocol/generate from References.swift; change the members there.
public import JSON

extension LocalName {
  private static let names = JSONNames(
    "lang",
    "name",
    "primary"
  )

  public init(json: inout JSONReader) throws(JSONMismatch) {
    guard var localName = LocalName.blank else { throw json.mismatch("has no form") }
    var members = try JSONMembers(&json, LocalName.names)
    while let index = try members.next(&json) {
      do throws(JSONMismatch) {
        switch index {
        case 0: localName.lang = try json.value()
        case 1: localName.name = try json.value()
        case 2: localName.primary = try json.optional()
        default: try json.skip()
        }
      } catch {
        throw members.within(error, json)
      }
    }
    try members.require(0 /* lang */, 1 /* name */)
    self = localName
  }

  /// Writes the members, in the order of their names.
  public func write(_ json: inout JSONWriter) {
    json.open(.object)
    json.add("lang", lang)
    json.add("name", name)
    json.add("primary", primary)
    json.close(.object)
  }
}
