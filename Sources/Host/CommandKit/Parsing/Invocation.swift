/// A valid command line. Every option belongs to the command, every value can be parsed and every
/// required argument is present.
package struct Invocation: Hashable, Sendable {
  /// The program name and the words of the command: `["musicbus", "search", "artists"]`.
  package let path: [String]
  let optionValues: [String: [String]]
  let argumentWords: [String: [String]]
  /// The options, as they were typed, that every command accepts and that have no effect on this one.
  package let ineffectiveOptions: [String]
  /// The members of its results.
  package let fields: [String]

  /// The value of an option: `nil`, `false` or `[]` if it is absent.
  package subscript<Value>(option: Option<Value>) -> Value {
    option.read(optionValues[option.info.name] ?? [])
  }

  /// The value of an argument.
  ///
  /// - Throws: ``UsageError`` if it is missing, which cannot happen for arguments that the command lists.
  package subscript<Value>(argument: Argument<Value>) -> Value {
    get throws(UsageError) {
      guard let value = argument.read(argumentWords[argument.info.name] ?? []) else {
        let missing = UsageError.Reason.missingArgument(
          name: argument.info.name,
          help: argument.info.help
        )
        throw UsageError(missing, at: path)
      }
      return value
    }
  }

  /// The words of the command: `musicbus search artists`.
  package var commandLine: String { path.joined(separator: " ") }

  /// An error in the command's own words, for rules across options.
  package func usageError(_ sentence: String) -> UsageError {
    UsageError(.invalid(sentence), at: path)
  }
}
