// Written by Protocol/generate from SongStream.swift; change the members there.
public import JSON

extension SongStream {
  private static let names = JSONNames(
    "kbps",
    "mime",
    "url"
  )

  public init(json: inout JSONReader) throws(JSONMismatch) {
    guard var songStream = SongStream.blank else { throw json.mismatch("has no form") }
    var members = try JSONMembers(&json, SongStream.names)
    while let index = try members.next(&json) {
      do throws(JSONMismatch) {
        switch index {
        case 0: songStream.kbps = try json.optional()
        case 1: songStream.mime = try json.optional()
        case 2: songStream.url = try json.value()
        default: try json.skip()
        }
      } catch {
        throw members.within(error, json)
      }
    }
    try members.require(2 /* url */)
    self = songStream
  }

  /// Writes the members, in the order of their names.
  public func write(_ json: inout JSONWriter) {
    json.open(.object)
    json.add("kbps", kbps)
    json.add("mime", mime)
    json.add("url", url)
    json.close(.object)
  }
}
