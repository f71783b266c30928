/// What a person typed for one command, checked against the table: every option belongs to the
/// command, every value can be read and every needed operand is there.
package struct Invocation: Hashable, Sendable {
  /// The program's name and the words of the command: `["musicbus", "search", "artists"]`.
  package let path: [String]
  let optionValues: [String: [String]]
  let operandWords: [String: [String]]

  /// The value of an option: `nil`, `false` or `[]` when it was not given.
  package subscript<Value>(option: Option<Value>) -> Value {
    option.read(optionValues[option.form.name] ?? [])
  }

  /// The value of an operand.
  ///
  /// - Throws: ``UsageError`` when it is missing, which parsing has excluded for the operands that
  ///   the command lists.
  package subscript<Value>(operand: Argument<Value>) -> Value {
    get throws(UsageError) {
      guard let value = operand.read(operandWords[operand.form.name] ?? []) else {
        let missing = UsageError.Problem.missingOperand(
          name: operand.form.name,
          help: operand.form.help
        )
        throw UsageError(missing, at: path)
      }
      return value
    }
  }

  /// A refusal in the command's own words, for rules that lie between options.
  package func refusal(_ sentence: String) -> UsageError {
    UsageError(.refused(sentence), at: path)
  }
}
