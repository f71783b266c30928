/// Parses the parameters of a call from command-line arguments.
package enum CallArguments {
  /// Parses `KEY=VALUE` arguments; the others, joined, are the main parameter of the method.
  ///
  /// - Throws: `INVALID_PARAMS` if there is no such key, or a value does not fit it.
  package static func members(
    _ arguments: [String],
    for method: Method
  ) throws(Failure) -> [String: JSONValue] {
    var members: [String: JSONValue] = [:]
    var positional: [String] = []
    for argument in arguments {
      let name = String(argument.prefix { $0 != "=" })
      let isKey = name.count < argument.count && name.allSatisfy { $0.isASCII && $0.isLetter }
      guard isKey, !name.isEmpty else {
        positional.append(argument)
        continue
      }
      guard let form = Parameter.named[name]?.form else {
        let main = mainParameter(of: method, for: argument)
        throw Failure(
          .invalidParams,
          "Unknown parameter \"\(name)\". If it is a part of the text: \(main)=\"\(argument)\""
        )
      }
      guard let value = form.value(String(argument.dropFirst(name.count + 1))) else {
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
}

extension Parameter.Form {
  /// The value that a text without JSON syntax means, such as in a command line or a query; lists are
  /// separated by commas.
  ///
  /// - Returns: `nil` if the text has another form.
  package func value(_ text: String) -> JSONValue? {
    switch self {
    case .text, .id, .date, .words: .string(text)
    case .number: Int(text).map { .integer($0) }
    case .flag: Bool(text).map { .bool($0) }
    case .texts, .ids: .array(text.split(separator: ",").map { .string(String($0)) })
    case .objects, .object, .counts: try? JSONCodec.decode(JSONValue.self, from: Array(text.utf8))
    }
  }
}
