import BusProtocol
import MusicModel
import TestKit

@testable import ProviderKit

/// Plays everybody but one provider of a conversation, and compares what the provider's session
/// says with the provider's lines. What its source tells is taken from these lines as well.
struct SessionReplay {
  /// Where the session did something else than the lines say.
  private(set) var problems: [String] = []
  private let name: String
  private let conversation: Conversation
  private var session: ProviderSession
  private var expectations = Expectations()
  /// Ids that the session chose, by those that the lines have for them.
  private var ids: [String: String] = [:]
  /// Its work on calls, by their ids.
  private var runs: [String: Int] = [:]
  private var unasked: [WireMessage] = []
  private var exits: [Int32] = []
  private var hasStarted = false
  private let comparesBodies: Bool

  /// Conversations in which providers say what this version does not: members of a later minor, and
  /// a count that is wrong on purpose.
  private static let ofOthers: Set = ["unknown-members", "part-lost"]

  init?(_ conversation: Conversation, of name: String) {
    guard let actor = conversation.actors[name], let descriptor = actor.descriptor else {
      return nil
    }
    self.name = name
    self.conversation = conversation
    comparesBodies = !SessionReplay.ofOthers.contains(conversation.name)
    session = ProviderSession(promise: descriptor, token: actor.token ?? "")
  }

  /// Plays all lines.
  mutating func run() {
    for line in conversation.lines {
      handle(.tick, line.atMs)
      switch line.happening {
      case .message(let message) where message.from == name: expect(message, line.atMs)
      case .message(let message) where message.to == name: say(message, line.atMs)
      case .exit(name, let status?, _):
        // Whoever ends in peace was let go by its hub.
        if status == 0 { handle(.stop("the hub is gone"), line.atMs) }
        unasked.removeAll { $0.header.type == .bye }
        if exits != [Int32(status)] { note(line.atMs, "it exits with \(exits), not \(status)") }
      case .message, .start, .exit, .disconnect, .stop: break
      }
    }
    for message in unasked {
      note(0, "an unasked \(message.header.type.rawValue) re \(message.header.re ?? "-")")
    }
  }

  private mutating func handle(_ event: ProviderSession.Event, _ atMs: Int) {
    for action in session.handle(event, at: atMs) {
      switch action {
      case .send(let message): unasked.append(message)
      case .exit(let status): exits.append(status)
      case .connect, .run, .cancel, .log: break
      }
    }
  }

  /// What the hub sends.
  private mutating func say(_ message: Conversation.Message, _ atMs: Int) {
    var header = expectations.filledIn(message.header).members ?? [:]
    if let re = header["re"]?.text, let own = ids[re] { header["re"] = .string(own) }
    do {
      var frames = [Array(message.tag.utf8), try BusCodec.encode(JSONValue.object(header))]
      if let body = message.body { frames.append(try BusCodec.encode(whole(body))) }
      do throws(WireError) {
        handle(.received(try WireMessage(frames: frames)), atMs)
      } catch {
        handle(.refused(error), atMs)
      }
    } catch {
      note(atMs, "a line cannot be written: \(error)")
    }
  }

  private mutating func expect(_ expected: Conversation.Message, _ atMs: Int) {
    // What this version has no word for it cannot say.
    guard expected.header["type"]?.text.flatMap(MessageType.init(rawValue:)) != nil else { return }
    if expected.header["type"] == "hello", !hasStarted {
      hasStarted = true
      handle(.start, atMs)
    }
    if unasked.isEmpty { handle(work(expected), atMs) }
    guard !unasked.isEmpty else {
      return note(atMs, "it does not send \(expected.header)")
    }
    let sent = unasked.removeFirst()
    if endedBefore(sent, expected) { return }
    do {
      var header: JSONValue = try BusCodec.decode(from: BusCodec.encode(sent.header))
      if let own = sent.header.id, case .object(var members) = header {
        // The name of its own message is its own affair.
        ids[expected.header["id"]?.text ?? ""] = own
        members["id"] = expected.header["id"]
        header = .object(members)
      }
      if !expectations.matchesHeader(header, known(expected.header)) {
        note(atMs, "the header is \(header), not \(expected.header)")
      }
      let body: JSONValue = try sent.decodeBody()
      if comparesBodies, let wanted = expected.body,
        !expectations.matches(body, withoutWords(wanted))
      {
        note(atMs, "the body is \(body), not \(wanted)")
      }
    } catch {
      note(atMs, "what it sent cannot be read: \(error)")
    }
  }

  /// Whether the session has ended a call at its cancel or deadline that the provider of the line
  /// ends in its own way: both are right (MB-123, MB-126).
  private func endedBefore(_ sent: WireMessage, _ expected: Conversation.Message) -> Bool {
    let code = try? sent.decodeBody(Failure.self).code
    return sent.header.type == .error && (code == .cancelled || code == .deadlineExceeded)
      && sent.header.re == expectations.filledIn(expected.header)["re"]?.text
      && ["done", "error"].contains(expected.header["type"])
  }

  /// The end or the piece of its work that makes it say this line.
  private func work(_ expected: Conversation.Message) -> ProviderSession.Event {
    let id = expectations.filledIn(expected.header)["re"]?.text ?? ""
    let body = expectations.filledIn(expected.body ?? .object([:]))
    guard let run = session.calls[id]?.run, let bytes = try? BusCodec.encode(body) else {
      return .tick
    }
    switch expected.header["type"] {
    case "part":
      let part = try? BusCodec.decode(Part.self, from: bytes)
      return .appended(run: run, part?.items?.elements ?? [])
    case "done":
      let done = try? BusCodec.decode(Done.self, from: bytes)
      var account = CallContext.Account(spent: done?.spent ?? [:])
      if let skipped = done?.skipped { account.skipped = ["no reason": skipped] }
      let answer = Reply(done?.items?.elements ?? [])
      return .ended(run: run, CallExecutor.Ended(result: .success(answer), account: account))
    default:
      let failure = try? BusCodec.decode(Failure.self, from: bytes)
      let account = CallContext.Account(spent: failure?.spent ?? [:])
      let result = Result<Reply, Failure>.failure(failure ?? Failure(.internalError, "?"))
      return .ended(run: run, CallExecutor.Ended(result: result, account: account))
    }
  }

  /// A body of the hub with nothing left open.
  private func whole(_ body: JSONValue) -> JSONValue {
    guard case .object(var members) = expectations.filledIn(body),
      case .object(var limits)? = members["limits"]
    else { return expectations.filledIn(body) }
    limits["inflight"] = 32
    members["limits"] = .object(limits)
    return .object(members)
  }

  /// A body as far as it is not the provider's own affair: its words, its name, its versions.
  private func withoutWords(_ body: JSONValue) -> JSONValue {
    guard case .object(var members) = body else { return body }
    for name in ["message", "peer", "versions"] where members[name] != nil {
      members[name] = "$_"
    }
    return .object(members)
  }

  /// A header without the members that a provider of a later minor may have.
  private func known(_ header: JSONValue) -> JSONValue {
    let names: Set = ["type", "id", "re", "sid", "method", "seq", "timeoutMs"]
    return .object((header.members ?? [:]).filter { names.contains($0.key) })
  }

  private mutating func note(_ atMs: Int, _ problem: String) {
    problems.append("at \(atMs): \(problem)")
  }
}
