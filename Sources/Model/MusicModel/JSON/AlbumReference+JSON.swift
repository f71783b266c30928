// Written by Protocol/generate from References.swift; change the members there.
public import JSON

extension AlbumReference {
  private static let names = JSONNames(
    "id",
    "title"
  )

  public init(json: inout JSONReader) throws(JSONMismatch) {
    guard var albumReference = AlbumReference.blank else { throw json.mismatch("has no form") }
    var members = try JSONMembers(&json, AlbumReference.names)
    while let index = try members.next(&json) {
      do throws(JSONMismatch) {
        switch index {
        case 0: albumReference.id = try json.optional()
        case 1: albumReference.title = try json.value()
        default: try json.skip()
        }
      } catch {
        throw members.within(error, json)
      }
    }
    try members.require(1 /* title */)
    self = albumReference
  }

  /// Writes the members, in the order of their names.
  public func write(_ json: inout JSONWriter) {
    json.open(.object)
    json.add("id", id)
    json.add("title", title)
    json.close(.object)
  }
}
