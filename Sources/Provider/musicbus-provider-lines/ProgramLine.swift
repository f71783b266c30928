import BusProtocol
import CommandKit
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
  var next: ListPosition?
  var total: Int?
  var notes: [String]?
  var freshMs: Int?

  /// Why a call failed, in the words of the program.
  struct Problem: Decodable, Sendable {
    var code: String
    var message: String
    var retryAfterMs: Int?
  }

  private enum CodingKeys: String, CodingKey, CaseIterable {
    case id, fetch, n, body, form, headers, `as`, optional, part, skip, items, file, lyrics,
      collection
    case error, next, total, notes, freshMs
  }

  /// The members of which a line has exactly one.
  private var meanings: [String] {
    [
      ("items", items != nil), ("file", file != nil), ("lyrics", lyrics != nil),
      ("collection", collection != nil), ("error", error != nil), ("part", part != nil),
      ("skip", skip != nil),
      ("fetch", fetch != nil),
    ].filter(\.1).map(\.0)
  }

  /// Whether it ends its call.
  var isTerminal: Bool {
    items != nil || file != nil || lyrics != nil || collection != nil || error != nil
  }

  /// Reads a line; the error says what is wrong with it, and how to mend that.
  static func read(_ line: [UInt8]) throws(Failure) -> ProgramLine {
    let reason: String
    do {
      let read = try JSONCodec.decode(ProgramLine.self, from: line)
      let meanings = read.meanings
      if meanings.count == 1, read.file == nil || !read.files.isEmpty { return read }
      reason =
        meanings == ["file"]
        ? "\"file\" has to be a URL, or a list of URLs."
        : "it has to have one of items, file, lyrics, collection, error, part, skip and fetch, and has "
          + (meanings.isEmpty ? "none." : meanings.joined(separator: " and ") + ".")
    } catch let mismatch as JSONMismatch where isObject(line) {
      let isAboutID = mismatch.path.first == "id" || mismatch.reason.contains("\"id\"")
      reason = "\(mismatch)." + (isAboutID ? " Copy it from the call." : "")
    } catch let unreadable {
      reason = "\(JSONCodec.describe(unreadable)). " + fixOfText(line)
    }
    let start = String(decoding: line.prefix(80), as: UTF8.self)
    let hints = misspelt(in: line).map { " " + $0 }.joined()
    throw Failure(
      .internalError,
      "The program wrote \"\(start)\", which is not a line of the format: \(reason)\(hints)"
    )
  }

  private static func isObject(_ line: [UInt8]) -> Bool { line.starts(with: "{".utf8) }

  /// What to do about an output that is no JSON object.
  private static func fixOfText(_ line: [UInt8]) -> String {
    if line.starts(with: [0xEF, 0xBB, 0xBF]) {
      return "It begins with a byte order mark: write UTF-8 without one."
    }
    if line.starts(with: Array("{'".utf8)) {
      return "Names and texts are in double quotes (Python: json.dumps)."
    }
    if isObject(line) {
      let isWhole = line.reversed().starts(with: "}".utf8)
      return isWhole ? "" : "A line is a whole JSON object, without line breaks in it."
    }
    return "Standard output is for lines only: write anything else to standard error."
  }

  /// Names the members that the format does not have, if their names are like those of others.
  static func misspelt(in line: [UInt8]) -> [String] {
    guard let members = try? JSONCodec.decode([String: JSONValue].self, from: line) else {
      return []
    }
    let known = CodingKeys.allCases.map(\.rawValue)
    return members.keys.sorted().compactMap { name in
      guard !known.contains(name) else { return nil }
      return similarName(to: name, among: known.filter { members[$0] == nil }).map {
        "A line has no member \"\(name)\"; did you mean \"\($0)\"?"
      }
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
      return try JSONValue.entity(of: members)
    } catch {
      let kind = members["kind"]?.text.flatMap { EntityKind(rawValue: $0) }
      let problems = kind.map { JSONValue.problems(of: members, $0) } ?? []
      throw UnusableRecord(
        problems.isEmpty ? JSONCodec.describe(error) : problems.joined(separator: "; ")
      )
    }
  }

  private static func entity(of members: [String: JSONValue]) throws -> Entity {
    try JSONCodec.decode(Entity.self, from: JSONCodec.encode(JSONValue.object(members)))
  }

  /// What is wrong with each member of a record of a kind.
  private static func problems(of members: [String: JSONValue], _ kind: EntityKind) -> [String] {
    let descriptions = kind.memberDescriptions
    let required = descriptions.filter(\.isRequired).map(\.name)
    // Each member is tried in an entity that is valid without it.
    let values: [String: JSONValue] = [
      "kind": .string(kind.rawValue), "id": .string("any:\(kind.rawValue):1"), "of": "album",
    ]
    let valid = Dictionary(required.map { ($0, values[$0] ?? "any") }) { first, _ in first }
    guard (try? entity(of: valid)) != nil else { return [] }
    let known = descriptions.map(\.name)
    let missing = required.filter { members[$0] == nil }.map { name in
      let other = members.keys.sorted().first {
        !known.contains($0) && similarName(to: $0, among: [name]) != nil
      }
      return "the member \"\(name)\" is missing" + (other.map { ", but there is \"\($0)\"" } ?? "")
    }
    let wrong = known.compactMap { name -> String? in
      guard let value = members[name] else { return nil }
      do {
        _ = try entity(of: valid.merging([name: value]) { $1 })
        return nil
      } catch {
        return JSONCodec.describe(error)
      }
    }
    return missing + wrong
  }
}
