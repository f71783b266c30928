internal import BusProtocol
internal import MusicModel

/// What stands behind `--try METHOD` on the command line, as the parameters of a call.
enum TrialArguments {
  /// Reads `key=value` words; all others together are what the method needs first.
  static func parameters(
    for method: Method,
    from words: [String]
  ) throws(Failure) -> CallParameters {
    var members: [String: JSONValue] = [:]
    var free: [String] = []
    for word in words {
      let name = String(word.prefix { $0 != "=" })
      if name.count < word.count, let read = readers[name] {
        guard let value = read(String(word.dropFirst(name.count + 1))) else {
          throw Failure(.invalidParams, "\"\(word)\" has no value that \"\(name)\" can have.")
        }
        members[name] = value
      } else {
        free.append(word)
      }
    }
    if !free.isEmpty {
      let text = free.joined(separator: " ")
      members[name(ofFirstNeed: method, text)] = .string(text)
    }
    do {
      return try BusCodec.decode(from: try BusCodec.encode(JSONValue.object(members)))
    } catch {
      throw Failure(.invalidParams, BusCodec.describe(error) + ".")
    }
  }

  private static func name(ofFirstNeed method: Method, _ text: String) -> String {
    if Methods[method]?.isFile == true { return text.contains("://") ? "url" : "id" }
    return Methods[method]?.provider?.required.first?.name ?? "text"
  }

  private typealias Reader = @Sendable (String) -> JSONValue?

  private static let text: Reader = { .string($0) }
  private static let number: Reader = { Int($0).map { .integer($0) } }
  private static let flag: Reader = { Bool($0).map { .bool($0) } }
  private static let list: Reader = { text in
    .array(text.split(separator: ",").map { .string(String($0)) })
  }

  private static let readers: [String: Reader] = [
    "text": text, "exact": flag, "id": text, "ids": list, "artist": text, "album": text,
    "chart": text, "url": text, "size": number, "country": text, "lang": text, "explicit": flag,
    "limit": number, "genre": text,
  ]
}
