import HostKit
import MusicModel

/// What `musicbus doctor` says about one thing.
struct Finding: Hashable, Sendable, Encodable {
  enum Status: String, Hashable, Sendable, Encodable {
    case ok
    /// Worth knowing, but nothing is broken: it is the user's choice, or it passes by itself.
    case note
    case problem
  }

  /// What was checked, such as `hub` or `provider spotify`.
  let check: String
  let status: Status
  /// One or two sentences.
  let text: String
  /// The command that fixes it.
  let fix: String?

  init(_ check: String, _ status: Status, _ text: String, fix: String? = nil) {
    (self.check, self.status, self.text, self.fix) = (check, status, text, fix)
  }

  static func ok(_ check: String, _ text: String) -> Finding { Finding(check, .ok, text) }

  /// The finding that something could not be checked, or does not work at all.
  static func failure(_ check: String, _ error: any Error) -> Finding {
    let message =
      (error as? any UserFacingError)?.description ?? JSONCodec.describe(error).asSentence
    let advice = Advice(message)
    return Finding(check, .problem, advice.text, fix: advice.command)
  }
}

/// A message that ends with a command, as those of the hub and its providers do: `needs configuration:
/// token. Run: musicbus provider setup discogs`.
struct Advice: Hashable {
  /// The sentences before the one that introduces the command.
  let text: String
  let command: String?

  /// What is before the programs that messages tell users to run.
  private static let introductions = ["musicbus", "chmod", "chown", "kill"].map { ": \($0) " }

  init(_ message: String) {
    let line = message.split(whereSeparator: \.isNewline).map { $0.trimmed }.joined(separator: " ")
    let last = Advice.introductions.compactMap { line.ranges(of: $0).last?.lowerBound }.max()
    guard let last else {
      (text, command) = (line.capitalizedFirst.asSentence, nil)
      return
    }
    let rest = line[line.index(last, offsetBy: 2)...]
    command = String(rest.last == "." ? rest.dropLast() : rest)
    let sentences = line[..<(line[..<last].ranges(of: ". ").last?.lowerBound ?? last)]
    text = String(sentences).capitalizedFirst.asSentence
  }
}
