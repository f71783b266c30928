// Written by Protocol/generate from References.swift; change the members there.
public import JSON

extension ArtistReference {
  private static let names = JSONNames(
    "id",
    "name"
  )

  public init(json: inout JSONReader) throws(JSONMismatch) {
    guard var artistReference = ArtistReference.blank else { throw json.mismatch("has no form") }
    var members = try JSONMembers(&json, ArtistReference.names)
    while let index = try members.next(&json) {
      do throws(JSONMismatch) {
        switch index {
        case 0: artistReference.id = try json.optional()
        case 1: artistReference.name = try json.value()
        default: try json.skip()
        }
      } catch {
        throw members.within(error, json)
      }
    }
    try members.require(1 /* name */)
    self = artistReference
  }

  /// Writes the members, in the order of their names.
  public func write(_ json: inout JSONWriter) {
    json.open(.object)
    json.add("id", id)
    json.add("name", name)
    json.close(.object)
  }
}
