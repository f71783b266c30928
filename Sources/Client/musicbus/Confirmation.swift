/// A question that is answered with yes or no.
enum Confirmation {
  /// Asks at the terminal; everything but yes is no.
  ///
  /// - Throws: ``CommandFailure`` if the user says no or cannot be asked.
  static func ask(
    _ question: String,
    on terminal: Terminal,
    orElse hint: String,
    refused: String = "Nothing was installed."
  ) throws {
    guard HiddenInput.isAtTerminal else {
      throw CommandFailure("Cannot ask without a terminal: \(question)", hint)
    }
    let answer = try HiddenInput.line(asking: "\(question) [y/N] ", on: terminal)
    guard ["y", "yes"].contains(answer.lowercased().filter { !$0.isWhitespace }) else {
      throw CommandFailure("Cancelled.", refused)
    }
  }
}
