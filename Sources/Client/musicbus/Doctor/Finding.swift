import BusProtocol
import Glibc
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
    // The message may repeat what others have said; the hint is of this program.
    let hint = (error as? any UserFacingError)?.hint ?? ""
    let advice = Advice(JSONCodec.describe(error)) { hint.hasSuffix(": \($0)") }
    return Finding(check, .problem, advice.text, fix: advice.command)
  }
}

/// A message that may end with a command, as those of the hub and its providers do: `needs configuration:
/// token. Run: musicbus provider setup discogs`.
///
/// Messages repeat what programs and servers have said, and users run what a fix says. So it is a fix only if
/// it is one that is expected there; any other one stays part of the text.
struct Advice: Hashable {
  /// The sentences before the one that introduces the command.
  let text: String
  let command: String?

  /// What is before the programs that messages tell users to run.
  private static let introductions = ["musicbus", "chmod", "chown"].map { ": \($0) " }

  init(_ message: String, expecting isExpected: (String) -> Bool) {
    let line = message.split(whereSeparator: \.isNewline).map { $0.trimmed }.joined(separator: " ")
    let last = Advice.introductions.compactMap { line.ranges(of: $0).last?.lowerBound }.max()
    let rest = last.map { line[line.index($0, offsetBy: 2)...] } ?? ""
    let end = String(rest.last == "." ? rest.dropLast() : rest)
    guard let last, isExpected(end) else {
      (text, command) = (line.capitalizedFirst.asSentence, nil)
      return
    }
    command = end
    let sentences = line[..<(line[..<last].ranges(of: ". ").last?.lowerBound ?? last)]
    text = String(sentences).capitalizedFirst.asSentence
  }

  /// What a provider says, or the hub about it.
  init(_ message: String, of id: ProviderID) {
    let actions = ["log", "reset", "setup", "sign-in", "update"]
    self.init(message, expecting: actions.map { "musicbus provider \($0) \(id)" }.contains)
  }

  /// What the hub says about a manifest and the files that it names.
  init(ofHub message: String) {
    self.init(message) { command in
      let starts = ["chmod +x ", "chmod go-w ", "chown \(getuid()) "]
      if let start = starts.first(where: command.hasPrefix) {
        return String(command.dropFirst(start.count)).isShellWord
      }
      let update = "musicbus provider update "
      return command == "musicbus hub restart"
        || command.hasPrefix(update)
          && ProviderID(rawValue: String(command.dropFirst(update.count))) != nil
    }
  }
}
