import BusProtocol
import MusicModel
import TestKit
import Testing

@Suite("The conversations of the protocol")
struct ConversationsTests {
  @Test("hold messages that can be read, in the order of time", arguments: Conversation.all)
  func messages(_ conversation: Conversation) throws {
    var time = 0
    for line in conversation.lines {
      #expect(line.atMs >= time)
      time = line.atMs
      guard case .message(let message) = line.event else { continue }
      #expect(conversation.actors.keys.contains(message.from) || message.from == "hub")
      #expect(conversation.actors.keys.contains(message.to) || message.to == "hub")
      try read(message)
    }
  }

  @Test("give each call of a client exactly one terminal, and count its parts")
  func terminals() {
    for conversation in Conversation.all {
      for (name, actor) in conversation.actors where actor.role == .client {
        let left = conversation.lines.contains { $0.event == .disconnect(name) }
        for call in conversation.calls(of: name) {
          let replies = conversation.replies(to: call, for: name)
          let terminals = replies.filter { $0.isTerminal }
          #expect(terminals.count == (left ? 0 : 1), "\(conversation) \(name) \(call)")
          guard let last = replies.last, !left else { continue }
          #expect(last.isTerminal, "\(conversation) \(name) \(call)")
          #expect(last.parts == replies.count - 1, "\(conversation) \(name) \(call)")
        }
      }
    }
  }

  @Test(
    "cover each course of a call",
    arguments: [
      "search", "cancel-races-done", "provider-dies", "version-refused", "unknown-members",
      "deadline", "client-in-flight-limit", "connection-lost",
    ]
  )
  func kinds(_ name: String) {
    #expect(Conversation.all.contains { $0.name == name })
  }

  /// Reads a message as its receiver would; one under another tag is read under ours.
  private func read(_ message: Conversation.Message) throws {
    let header = try JSONCodec.encode(message.header.concrete())
    let body = try message.body.map { try JSONCodec.encode($0.concrete()) }
    let frames = [Array("MB1".utf8), header] + [body].compactMap(\.self)
    if message.header["type"]?.text == "progress" {
      #expect(throws: WireError.self) { try WireMessage(frames: frames) }
      return
    }
    let read = try WireMessage(frames: frames)
    let direction = message.to == "hub" ? "client-to-hub" : "hub-to-provider"
    try Reading.bodies[read.header.type]?(read, direction)
  }
}

extension Conversation {
  /// The ids of a client's calls, without those that ended with a `bye`.
  fileprivate func calls(of client: String) -> [String] {
    zip(messages, messages.dropFirst() + messages.suffix(1)).compactMap { message, next in
      guard message.from == client, message.header["type"]?.text == "call",
        next.header["type"]?.text != "bye"
      else { return nil }
      return message.header["id"]?.text
    }
  }

  fileprivate func replies(to call: String, for client: String) -> [Message] {
    messages.filter { message in
      message.to == client && message.header["re"]?.text == call
        && ["part", "done", "error"].contains(message.header["type"]?.text)
    }
  }

  private var messages: [Message] {
    lines.compactMap { line in
      if case .message(let message) = line.event { message } else { nil }
    }
  }
}

extension Conversation.Message {
  fileprivate var isTerminal: Bool { header["type"]?.text != "part" }

  fileprivate var parts: Int { body?["parts"]?.integer ?? 0 }
}

extension JSONValue {
  /// The value with something that fits in place of each `$` name.
  fileprivate func concrete(as member: String = "") -> JSONValue {
    switch self {
    case .string(let name) where name.hasPrefix("$"):
      member.hasSuffix("Ms") || member == "inflight" ? 1 : .string(String(name.dropFirst()))
    case .object(let members):
      .object(
        Dictionary(uniqueKeysWithValues: members.map { ($0, $1.concrete(as: $0)) })
      )
    case .array(let elements): .array(elements.map { $0.concrete(as: member) })
    default: self
    }
  }
}
