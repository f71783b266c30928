/// An invalid command line: the mistake, its command and a suggestion.
package struct UsageError: Error, Hashable, Sendable {
  package let reason: Reason
  /// The program name and the words of the command as far as they were recognized.
  package let path: [String]

  package init(_ reason: Reason, at path: [String]) {
    self.reason = reason
    self.path = path
  }

  /// A kind of mistake. `option` is spelled as typed, with dashes.
  package enum Reason: Hashable, Sendable {
    case missingCommand(choices: [String])
    /// `acceptsText`: other words are accepted as text.
    case unknownCommand(String, nearest: String?, choices: [String], acceptsText: Bool = false)
    /// `isMaybeText`: the command accepts text, too.
    case unknownOption(String, nearest: String?, isMaybeText: Bool = true)
    /// An option of other commands only.
    case unsupportedOption(String, nearest: String?)
    case missingValue(option: String, name: String)
    case unexpectedValue(option: String, value: String)
    case repeatedOption(String)
    /// `subject` is an option or the name of an argument. `isMaybeText`: the command accepts text, too.
    case invalidValue(
      subject: String,
      expectation: String,
      value: String,
      nearest: String?,
      isMaybeText: Bool = false
    )
    case missingArgument(name: String, help: String)
    case extraArgument(String, takes: [String])
    /// A sentence supplied by the command.
    case invalid(String)
  }

  /// One or two sentences, safe to print whatever was typed.
  package var message: String {
    let command = path.joined(separator: " ")
    switch reason {
    case .missingCommand(let choices):
      return "\(quoted(command)) needs a command: \(choices.joined(separator: ", "))."
    case .unknownCommand(let word, let nearest, let choices, let acceptsText):
      let full = (path.dropFirst() + [word]).joined(separator: " ")
      let others = "Commands of \(quoted(command)): \(choices.joined(separator: ", "))."
      let text = acceptsText ? " To search for it, put -- before it." : ""
      return "Unknown command \(quoted(full)). " + (nearest.map(didYouMean) ?? others) + text
    case .unknownOption(let option, let nearest, let isMaybeText):
      let hint = isMaybeText ? " To pass it as text, put -- before it." : ""
      return "Unknown option \(quoted(option))." + (nearest.map { " " + didYouMean($0) } ?? hint)
    case .unsupportedOption(let option, let nearest):
      return sentence("\(quoted(command)) has no option \(quoted(option)).", nearest)
    case .missingValue(let option, let name):
      return "\(option) needs a value: \(option) \(name)."
    case .unexpectedValue(let option, let value):
      return "\(option) does not take a value, but got \(quoted(value))."
    case .repeatedOption(let option):
      return "\(option) may be given only once."
    case .invalidValue(let subject, let expectation, let value, let nearest, let isMaybeText):
      let error = "Invalid \(subject) \(quoted(value)); expected \(expectation)."
      return sentence(error, nearest)
        + (isMaybeText ? " To pass it as text, put -- before it." : "")
    case .missingArgument(let name, let help):
      return "\(quoted(command)) needs \(name): \(help)"
    case .extraArgument(let word, let arguments):
      let takes =
        arguments.isEmpty ? "takes no arguments" : "takes only \(arguments.joined(separator: " "))"
      return "\(quoted(command)) \(takes); unexpected \(quoted(word))."
        + (arguments.isEmpty ? "" : " Quote text of several words.")
    case .invalid(let sentence):
      return sentence
    }
  }

  /// A pointer to the help: `Run "musicbus search --help" for help.`
  package var hint: String {
    "Run \(quoted((path + ["--help"]).joined(separator: " "))) for help."
  }

  private func sentence(_ sentence: String, _ nearest: String?) -> String {
    nearest.map { "\(sentence) \(didYouMean($0))" } ?? sentence
  }

  private func didYouMean(_ name: String) -> String { "Did you mean \(quoted(name))?" }

  /// The typed text, neutralized and shortened to one line.
  private func quoted(_ text: String) -> String {
    "\"\(text.neutralized.truncated(to: 60))\""
  }
}
