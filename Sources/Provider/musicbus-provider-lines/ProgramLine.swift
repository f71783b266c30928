import BusProtocol
import MusicModel
import ProviderKit

/// A line from the program of a provider.
struct ProgramLine: Decodable, Sendable {
  var id: Int
  var fetch: String?
  var n: Int?
  var body: JSONValue?
  var form: String?
  var headers: [String: String]?
  var `as`: String?
  var optional: Bool?
  var part: [JSONValue]?
  var skip: String?
  var items: [JSONValue]?
  var file: JSONValue?
  var lyrics: String?
  var collection: JSONValue?
  var error: Problem?
  var next: Int?
  var total: Int?
  var notes: [String]?
  var freshMs: Int?

  /// Why a call failed, in the words of the program.
  struct Problem: Decodable, Sendable {
    var code: String
    var message: String
    var retryAfterMs: Int?
  }

  /// The members of which a line has exactly one.
  private var meanings: Int {
    [
      items != nil, file != nil, lyrics != nil, collection != nil, error != nil, part != nil,
      skip != nil, fetch != nil,
    ].count { $0 }
  }

  /// Whether it ends its call.
  var isTerminal: Bool {
    items != nil || file != nil || lyrics != nil || collection != nil || error != nil
  }

  /// Reads a line; the error says what is wrong with it.
  static func read(_ line: [UInt8]) throws(Failure) -> ProgramLine {
    do {
      let line = try JSONCodec.decode(ProgramLine.self, from: line)
      guard line.meanings == 1, line.file == nil || !line.files.isEmpty else {
        throw Failure(
          .upstreamBadData,
          "it has to have one of items, file, lyrics, collection, error, part, skip and fetch"
        )
      }
      return line
    } catch {
      let start = String(decoding: line.prefix(80), as: UTF8.self)
      let reason = (error as? Failure)?.message ?? JSONCodec.describe(error)
      throw Failure(
        .upstreamBadData,
        "The program wrote \"\(start)\", which is not a line of the format: \(reason)"
      )
    }
  }

  /// The URLs of a picture or audio file, in the order in which they are tried.
  var files: [String] {
    switch file {
    case .string(let url): [url]
    case .array(let urls): urls.compactMap(\.text)
    default: []
    }
  }
}

extension JSONValue {
  /// The artist, album or song that a value describes. The kind is that of the id, if the value has none.
  ///
  /// - Throws: ``UnusableRecord`` with the reason.
  func entity() throws(UnusableRecord) -> Entity {
    guard case .object(var members) = self else { throw UnusableRecord("not an object") }
    if members["kind"] == nil, let kind = members["id"]?.text.flatMap({ EntityID($0) })?.kind {
      members["kind"] = .string(kind.rawValue)
    }
    do {
      return try JSONCodec.decode(Entity.self, from: JSONCodec.encode(JSONValue.object(members)))
    } catch {
      throw UnusableRecord(JSONCodec.describe(error))
    }
  }
}
