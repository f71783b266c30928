/// Parses the parameters of a call from command-line arguments.
package enum CallArguments {
  /// Parses `KEY=VALUE` arguments; the others, joined, are the main parameter of the method.
  ///
  /// - Throws: `INVALID_PARAMS` if a value does not fit its key.
  package static func members(
    _ arguments: [String],
    for method: Method
  ) throws(Failure) -> [String: JSONValue] {
    var members: [String: JSONValue] = [:]
    var positional: [String] = []
    for argument in arguments {
      let name = String(argument.prefix { $0 != "=" })
      guard name.count < argument.count, let parse = parsers[name] else {
        positional.append(argument)
        continue
      }
      guard let value = parse(String(argument.dropFirst(name.count + 1))) else {
        throw Failure(.invalidParams, "Invalid value for \"\(name)\": \"\(argument)\".")
      }
      members[name] = value
    }
    if !positional.isEmpty {
      let text = positional.joined(separator: " ")
      members[mainParameter(of: method, for: text)] = .string(text)
    }
    return members
  }

  private static func mainParameter(of method: Method, for text: String) -> String {
    if Methods[method]?.isFile == true { return text.contains("://") ? "url" : "id" }
    return Methods[method]?.provider?.required.first?.name ?? "text"
  }

  private typealias Parser = @Sendable (String) -> JSONValue?

  private static let text: Parser = { .string($0) }
  private static let number: Parser = { Int($0).map { .integer($0) } }
  private static let flag: Parser = { Bool($0).map { .bool($0) } }
  private static let list: Parser = { text in
    .array(text.split(separator: ",").map { .string(String($0)) })
  }

  private static let parsers: [String: Parser] = [
    "text": text, "exact": flag, "id": text, "ids": list, "artist": text, "album": text,
    "chart": text, "url": text, "size": number, "country": text, "lang": text, "explicit": flag,
    "limit": number, "genre": text,
  ]
}
