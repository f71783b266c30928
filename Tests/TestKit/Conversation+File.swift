import BusProtocol
import MusicModel

extension Conversation {
  /// Every conversation, in the order of their names.
  package static let all: [Conversation] = {
    do {
      return try PackageRoot.names(in: "Protocol/sessions")
        .filter { $0.hasSuffix(".jsonl") }
        .map { try Conversation(file: $0) }
    } catch {
      preconditionFailure("Protocol/sessions cannot be read: \(error)")
    }
  }()

  private init(file: String) throws {
    let text = try PackageRoot.text("Protocol/sessions/\(file)")
    let lines = text.split(separator: "\n").map { Array($0.utf8) }
    guard let first = lines.first else { throw Malformed(file: file, line: 1, why: "no lines") }
    let head = try Conversation.read(FirstLine.self, first, file, 1)
    guard file == "\(head.session).jsonl" else {
      throw Malformed(file: file, line: 1, why: "it is called \(head.session)")
    }
    self.init(name: head.session, note: head.note, hub: head.hub, actors: head.actors, lines: [])
    for (number, line) in zip(2..., lines.dropFirst()) {
      let read = try Conversation.read(OtherLine.self, line, file, number)
      guard let event = read.contents else {
        throw Malformed(file: file, line: number, why: "neither a message nor an event")
      }
      self.lines.append(Line(atMs: read.atMs, event: event))
    }
  }

  private static func read<Value: Decodable>(
    _ type: Value.Type,
    _ line: [UInt8],
    _ file: String,
    _ number: Int
  ) throws -> Value {
    do {
      return try JSONCodec.decode(type, from: line)
    } catch {
      throw Malformed(file: file, line: number, why: JSONCodec.describe(error))
    }
  }

  /// A line that contradicts `Protocol/sessions/README.md`.
  package struct Malformed: Error, Hashable, Sendable {
    package var file: String
    package var line: Int
    package var why: String
  }
}

private struct FirstLine: Decodable {
  var session: String
  var note: String
  var hub: Conversation.HubSettings
  var actors: [String: Conversation.Actor]
}

private struct OtherLine: Decodable {
  var atMs: Int
  var from: String?
  var to: String?
  var tag: String?
  var header: JSONValue?
  var body: JSONValue?
  var withinMs: Int?
  var event: String?
  var of: String?
  var status: Int?
  var signal: Int?

  var contents: Conversation.Event? {
    if let from, let to, let header {
      return .message(
        Conversation.Message(
          from: from,
          to: to,
          tag: tag ?? "MB1",
          header: header,
          body: body,
          withinMs: withinMs ?? 0
        )
      )
    }
    guard let event, let of else { return nil }
    return switch event {
    case "start": .start(of)
    case "exit": .exit(of, status: status, signal: signal)
    case "disconnect": .disconnect(of)
    case "stop" where of == "hub": .stop
    default: nil
    }
  }
}
