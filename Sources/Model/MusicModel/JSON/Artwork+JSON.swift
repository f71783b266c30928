// Written by Protocol/generate from Artwork.swift; change the members there.
public import JSON

extension Artwork {
  private static let names = JSONNames(
    "height",
    "role",
    "url",
    "width"
  )

  public init(json: inout JSONReader) throws(JSONMismatch) {
    guard var artwork = Artwork.blank else { throw json.mismatch("has no form") }
    var members = try JSONMembers(&json, Artwork.names)
    while let index = try members.next(&json) {
      do throws(JSONMismatch) {
        switch index {
        case 0: artwork.height = try json.optional()
        case 1: artwork.role = try json.value()
        case 2: artwork.url = try json.value()
        case 3: artwork.width = try json.optional()
        default: try json.skip()
        }
      } catch {
        throw members.within(error, json)
      }
    }
    try members.require(1 /* role */, 2 /* url */)
    self = artwork
  }

  /// Writes the members, in the order of their names.
  public func write(_ json: inout JSONWriter) {
    json.open(.object)
    json.add("height", height)
    json.add("role", role)
    json.add("url", url)
    json.add("width", width)
    json.close(.object)
  }
}
