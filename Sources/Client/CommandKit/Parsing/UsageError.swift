/// A command line that cannot be run: what is wrong, where, and how it might be right.
package struct UsageError: Error, Hashable, Sendable {
  package let problem: Problem
  /// The program's name and as many words of the command as were understood.
  package let path: [String]

  package init(_ problem: Problem, at path: [String]) {
    self.problem = problem
    self.path = path
  }

  /// What can be wrong. `option` is spelled as typed, dashes included.
  package enum Problem: Hashable, Sendable {
    case missingCommand(choices: [String])
    case unknownCommand(String, nearest: String?, choices: [String])
    case unknownOption(String, nearest: String?)
    /// An option that only other commands have.
    case foreignOption(String, nearest: String?)
    case missingValue(option: String, name: String)
    case unexpectedValue(option: String, value: String)
    case repeatedOption(String)
    /// `subject` is an option or the name of an operand.
    case invalidValue(subject: String, expectation: String, value: String, nearest: String?)
    case missingOperand(name: String, help: String)
    case extraOperand(String, takes: [String])
    /// A sentence of the command itself.
    case refused(String)
  }

  /// One or two whole sentences, safe to print whatever was typed.
  package var message: String {
    let command = path.joined(separator: " ")
    switch problem {
    case .missingCommand(let choices):
      return "\(quoted(command)) needs one of: \(choices.joined(separator: ", "))."
    case .unknownCommand(let word, let nearest, let choices):
      let full = (path.dropFirst() + [word]).joined(separator: " ")
      let others = "\(quoted(command)) has: \(choices.joined(separator: ", "))."
      return "Unknown command \(quoted(full)). " + (nearest.map(didYouMean) ?? others)
    case .unknownOption(let option, let nearest):
      let hint = nearest.map(didYouMean) ?? "If it is meant as text, write -- before it."
      return "Unknown option \(quoted(option)). \(hint)"
    case .foreignOption(let option, let nearest):
      return sentence("\(quoted(command)) has no option \(quoted(option)).", nearest)
    case .missingValue(let option, let name):
      return "\(option) needs a value: \(option) \(name)."
    case .unexpectedValue(let option, let value):
      return "\(option) takes no value, but was given \(quoted(value))."
    case .repeatedOption(let option):
      return "\(option) is given more than once, but can have only one value."
    case .invalidValue(let subject, let expectation, let value, let nearest):
      return sentence("\(subject) takes \(expectation), not \(quoted(value)).", nearest)
    case .missingOperand(let name, let help):
      return "\(quoted(command)) needs \(name): \(help)"
    case .extraOperand(let word, let operands):
      let takes =
        operands.isEmpty ? "takes no operands" : "takes only \(operands.joined(separator: " "))"
      return "\(quoted(command)) \(takes); \(quoted(word)) is too much."
        + (operands.isEmpty ? "" : " Put a text of several words in quotes.")
    case .refused(let sentence):
      return sentence
    }
  }

  /// Where to read on: `Run "musicbus search --help" for help.`
  package var hint: String {
    "Run \(quoted((path + ["--help"]).joined(separator: " "))) for help."
  }

  private func sentence(_ sentence: String, _ nearest: String?) -> String {
    nearest.map { "\(sentence) \(didYouMean($0))" } ?? sentence
  }

  private func didYouMean(_ name: String) -> String { "Did you mean \(quoted(name))?" }

  /// What was typed, harmless and at most a line long.
  private func quoted(_ text: String) -> String {
    "\"\(text.neutralized.truncated(to: 60))\""
  }
}
