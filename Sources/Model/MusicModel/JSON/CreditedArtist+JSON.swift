// Written by Protocol/generate from References.swift; change the members there.
public import JSON

extension CreditedArtist {
  private static let names = JSONNames(
    "id",
    "join",
    "name",
    "role"
  )

  public init(json: inout JSONReader) throws(JSONMismatch) {
    guard var creditedArtist = CreditedArtist.blank else { throw json.mismatch("has no form") }
    var members = try JSONMembers(&json, CreditedArtist.names)
    while let index = try members.next(&json) {
      do throws(JSONMismatch) {
        switch index {
        case 0: creditedArtist.id = try json.optional()
        case 1: creditedArtist.join = try json.optional()
        case 2: creditedArtist.name = try json.value()
        case 3: creditedArtist.role = try json.optional()
        default: try json.skip()
        }
      } catch {
        throw members.within(error, json)
      }
    }
    try members.require(2 /* name */)
    self = creditedArtist
  }

  /// Writes the members, in the order of their names.
  public func write(_ json: inout JSONWriter) {
    json.open(.object)
    json.add("id", id)
    json.add("join", join)
    json.add("name", name)
    json.add("role", role)
    json.close(.object)
  }
}
