import BusProtocol
import MusicModel
import TestKit

@testable import ProviderKit

/// Replays a conversation to a provider's session and compares its messages with the recorded ones.
///
/// The results of its calls are taken from the recorded messages.
struct SessionReplay {
  /// The differences from the recorded messages.
  private(set) var problems: [String] = []
  private let name: String
  private let conversation: Conversation
  private var session: ProviderSession
  private var expectations = Expectations()
  /// Ids chosen by the session, by the recorded ids.
  private var ids: [String: String] = [:]
  private var sentMessages: [WireMessage] = []
  private var exits: [Int32] = []
  private var hasStarted = false
  private let comparesBodies: Bool

  /// Conversations with members of a later minor version or deliberately wrong counts.
  private static let withoutComparableBodies: Set = ["unknown-members", "part-lost"]

  init?(_ conversation: Conversation, of name: String) {
    guard let actor = conversation.actors[name], let descriptor = actor.descriptor else {
      return nil
    }
    self.name = name
    self.conversation = conversation
    comparesBodies = !SessionReplay.withoutComparableBodies.contains(conversation.name)
    session = ProviderSession(descriptor: descriptor, token: actor.token ?? "")
  }

  /// Replays all lines.
  mutating func run() {
    for line in conversation.lines {
      handle(.tick, line.atMs)
      switch line.event {
      case .message(let message) where message.from == name: expect(message, line.atMs)
      case .message(let message) where message.to == name: deliver(message, line.atMs)
      case .exit(name, let status?, _):
        if status == 0 { handle(.stop("the hub has exited"), line.atMs) }
        sentMessages.removeAll { $0.header.type == .bye }
        if exits != [Int32(status)] { note(line.atMs, "exited with \(exits), expected \(status)") }
      case .message, .start, .exit, .disconnect, .stop: break
      }
    }
    for message in sentMessages {
      note(0, "unexpected \(message.header.type.rawValue) re \(message.header.re ?? "-")")
    }
  }

  private mutating func handle(_ event: ProviderSession.Event, _ atMs: Int) {
    for action in session.handle(event, at: atMs) {
      switch action {
      case .send(let message): sentMessages.append(message)
      case .exit(let status): exits.append(status)
      case .connect, .run, .cancel, .log: break
      }
    }
  }

  /// Delivers a message of the hub.
  private mutating func deliver(_ message: Conversation.Message, _ atMs: Int) {
    var header = expectations.filledIn(message.header).members ?? [:]
    if let re = header["re"]?.text, let own = ids[re] { header["re"] = .string(own) }
    do {
      var frames = [Array(message.tag.utf8), try JSONCodec.encode(JSONValue.object(header))]
      if let body = message.body { frames.append(try JSONCodec.encode(complete(body))) }
      do throws(WireError) {
        handle(.received(try WireMessage(frames: frames)), atMs)
      } catch {
        handle(.receivedInvalid(error), atMs)
      }
    } catch {
      note(atMs, "could not encode a line: \(error)")
    }
  }

  private mutating func expect(_ expected: Conversation.Message, _ atMs: Int) {
    // Message types of later versions cannot be sent.
    guard expected.header["type"]?.text.flatMap(MessageType.init(rawValue:)) != nil else { return }
    if expected.header["type"] == "hello", !hasStarted {
      hasStarted = true
      handle(.start, atMs)
    }
    if sentMessages.isEmpty { handle(completion(for: expected), atMs) }
    guard !sentMessages.isEmpty else {
      return note(atMs, "did not send \(expected.header)")
    }
    let sent = sentMessages.removeFirst()
    if endedBefore(sent, expected) { return }
    do {
      var header: JSONValue = try JSONCodec.decode(from: JSONCodec.encode(sent.header))
      if let own = sent.header.id, case .object(var members) = header {
        // A session chooses the ids of its messages.
        ids[expected.header["id"]?.text ?? ""] = own
        members["id"] = expected.header["id"]
        header = .object(members)
      }
      if !expectations.matchesHeader(header, known(expected.header)) {
        note(atMs, "the header is \(header), not \(expected.header)")
      }
      let body: JSONValue = try sent.decodeBody()
      if comparesBodies, let expectedBody = expected.body,
        !expectations.matches(body, withoutFreeText(expectedBody))
      {
        note(atMs, "the body is \(body), not \(expectedBody)")
      }
    } catch {
      note(atMs, "could not decode its message: \(error)")
    }
  }

  /// Whether the session ended a call at its cancel or deadline, but the recorded provider later.
  ///
  /// Both are allowed (MB-123, MB-126).
  private func endedBefore(_ sent: WireMessage, _ expected: Conversation.Message) -> Bool {
    let code = try? sent.decodeBody(Failure.self).code
    return sent.header.type == .error && (code == .cancelled || code == .deadlineExceeded)
      && sent.header.re == expectations.filledIn(expected.header)["re"]?.text
      && ["done", "error"].contains(expected.header["type"])
  }

  /// Returns the task event that leads to the expected message.
  private func completion(for expected: Conversation.Message) -> ProviderSession.Event {
    let id = expectations.filledIn(expected.header)["re"]?.text ?? ""
    let body = expectations.filledIn(expected.body ?? .object([:]))
    guard let task = session.calls[id]?.task, let bytes = try? JSONCodec.encode(body) else {
      return .tick
    }
    switch expected.header["type"] {
    case "part":
      let part = try? JSONCodec.decode(Part.self, from: bytes)
      return .streamed(task: task, part?.items?.elements ?? [])
    case "done":
      let done = try? JSONCodec.decode(Done.self, from: bytes)
      var summary = CallContext.Summary(spent: done?.spent ?? [:])
      if let skipped = done?.skipped { summary.skipped = ["no reason": skipped] }
      let reply = Reply(done?.items?.elements ?? [])
      return .completed(
        task: task,
        CallExecutor.Completion(result: .success(reply), summary: summary)
      )
    default:
      let failure = try? JSONCodec.decode(Failure.self, from: bytes)
      let summary = CallContext.Summary(spent: failure?.spent ?? [:])
      let result = Result<Reply, Failure>.failure(failure ?? Failure(.internalError, "?"))
      return .completed(task: task, CallExecutor.Completion(result: result, summary: summary))
    }
  }

  /// Returns a body of the hub with all placeholders filled in.
  private func complete(_ body: JSONValue) -> JSONValue {
    guard case .object(var members) = expectations.filledIn(body),
      case .object(var limits)? = members["limits"]
    else { return expectations.filledIn(body) }
    limits["inflight"] = 32
    members["limits"] = .object(limits)
    return .object(members)
  }

  /// Returns a body without the members that a provider may choose freely.
  private func withoutFreeText(_ body: JSONValue) -> JSONValue {
    guard case .object(var members) = body else { return body }
    for name in ["message", "peer", "versions"] where members[name] != nil {
      members[name] = "$_"
    }
    return .object(members)
  }

  /// Returns a header without members of later minor versions.
  private func known(_ header: JSONValue) -> JSONValue {
    let names: Set = ["type", "id", "re", "sid", "method", "seq", "timeoutMs"]
    return .object((header.members ?? [:]).filter { names.contains($0.key) })
  }

  private mutating func note(_ atMs: Int, _ problem: String) {
    problems.append("at \(atMs): \(problem)")
  }
}
