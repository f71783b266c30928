internal import BusProtocol
internal import MusicModel

/// The parameters of a call as a person types them.
enum CallWords {
  /// Reads `key=value`; all other words together are what the method is about.
  static func params(
    _ words: [String],
    for method: String
  ) throws(SingleCallError) -> [String: JSONValue] {
    var params: [String: JSONValue] = [:]
    var free: [String] = []
    for word in words {
      let name = String(word.prefix { $0 != "=" })
      guard name.count < word.count, let read = readers[name] else {
        free.append(word)
        continue
      }
      guard let value = read(String(word.dropFirst(name.count + 1))) else {
        throw SingleCallError("\(word.quoted) has no value that \"\(name)\" can have.")
      }
      params[name] = value
    }
    if !free.isEmpty {
      let text = free.joined(separator: " ")
      params[subject(of: method, text)] = .string(text)
    }
    return params
  }

  /// The parameter that a method is about.
  private static func subject(of method: String, _ text: String) -> String {
    let spec = Methods[Method(rawValue: method)]
    if spec?.isFile == true { return text.contains("://") ? "url" : "id" }
    return spec?.provider?.required.first?.name ?? "text"
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
