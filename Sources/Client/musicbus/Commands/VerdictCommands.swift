import BusProtocol
import ClientKit
import CommandKit
import MusicModel

/// `musicbus same A B`, `musicbus different A B` and `musicbus undo`: a person decides.
enum VerdictCommands {
  private static let first = Argument(.text("A"), help: "The id or the name of one.")
  private static let second = Argument(.text("B"), help: "The id or the name of the other.")

  private static let explained = """
    What you say wins over what the sources tell, and is kept until you take it back with \
    "musicbus undo". A name is taken when exactly one has it.
    """

  static let same = Command<CommandAction>(
    "same",
    abstract: "Say that two artists, albums or songs are one.",
    discussion: explained,
    operands: [first, second],
    examples: [
      Example("same itunes:artist:487143 audiodb:artist:111239", "These two are one artist.")
    ]
  ) { try say(.sayRecordsSame, $0, $1) }

  static let different = Command<CommandAction>(
    "different",
    abstract: "Say that two artists, albums or songs are not one.",
    discussion: explained,
    operands: [first, second],
    examples: [
      Example("different itunes:artist:907800827 audiodb:artist:111369", "These are two artists.")
    ]
  ) { try say(.sayRecordsDifferent, $0, $1) }

  static let undo = Command<CommandAction>(
    "undo",
    abstract: "Take back what was said last with same or different."
  ) { session, _ in
    let answer = try session.client().call(.undoVerdict, ttl: session.settings.timeout)
    return try show(answer, session)
  }

  private static func say(
    _ method: Method,
    _ session: CommandContext,
    _ invocation: Invocation
  ) throws -> ExitStatus {
    let kinds: [EntityKind] = [.artist, .album, .song]
    let one = try session.find([invocation[first]], as: kinds, for: invocation)
    let other = try session.find(
      [invocation[second]],
      as: one.kind.map { [$0] } ?? kinds,
      for: invocation
    )
    guard one.id != other.id else {
      throw invocation.refusal("Both are \(one.id): name two.")
    }
    var parameters = CallParameters()
    parameters.id = one.id
    parameters.other = other.id
    let answer = try session.client().call(method, parameters, ttl: session.settings.timeout)
    return try show(answer, session)
  }

  private static func show(_ answer: Reply, _ session: CommandContext) throws -> ExitStatus {
    guard let verdict = answer.done.verdict else {
      throw ClientError.protocolBroken("Its verdict is missing.")
    }
    if session.settings.json {
      session.terminal.print(try JSONLine.text(verdict))
    } else {
      session.terminal.print(verdict.sentence)
    }
    return try session.tell(about: answer)
  }
}

extension UserVerdict {
  /// "itunes:artist:1 and audiodb:artist:2 are the same.", or that this was taken back.
  var sentence: String {
    let what = "\(a) and \(b) are \(relation == .same ? "the same" : "different")"
    return undone == true ? "Taken back: that \(what)." : "Kept: \(what)."
  }
}
