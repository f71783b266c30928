import BusProtocol
import ClientKit
import MusicModel
import Testing

@Suite("Assembling a reply")
struct ReplyAssemblerTests {
  private var assembler = ReplyAssembler()

  @Test("puts the items of parts and end together")
  mutating func parts() throws {
    let first = Part(items: [try Sample.artist(1)])
    #expect(try assembler.receive(Sample.part(first, of: "c1", seq: 0)) == .part(first))
    _ = try assembler.receive(Sample.part(Part(items: [try Sample.artist(2)]), of: "c1", seq: 1))
    var done = Done(parts: 2, items: [try Sample.artist(3)])
    done.total = 3
    guard
      case .done(let reply) = try assembler.receive(Sample.done(done, of: "c1", attachment: [7]))
    else { throw Missing() }
    #expect(reply.items.map(\.id) == [try Sample.id(1), try Sample.id(2), try Sample.id(3)])
    #expect(reply.done.total == 3)
    #expect(reply.attachment == [7])
    #expect(!reply.isPartial)
  }

  @Test("replays a streamed page")
  mutating func stream() throws {
    let part = Part(upsert: [try Sample.artist(1), try Sample.artist(2)], gone: [])
    _ = try assembler.receive(Sample.part(part, of: "c1", seq: 0))
    var done = Done(parts: 1)
    done.ids = [try Sample.id(2), try Sample.id(1)]
    guard case .done(let reply) = try assembler.receive(Sample.done(done, of: "c1")) else {
      throw Missing()
    }
    #expect(reply.items.map(\.id) == done.ids)
  }

  @Test("refuses a message that is no part of a reply")
  mutating func unrelated() throws {
    let ping = WireMessage(Header(type: .ping, id: "p1", sid: "s1"))
    #expect(throws: ClientError.self) { try assembler.receive(ping) }
  }

  @Test("throws the hub's own failure")
  mutating func failure() throws {
    let error = #expect(throws: ClientError.self) {
      try assembler.receive(Sample.failure(.sourcesFailed, of: "c1"))
    }
    guard case .failed(let failure) = error else { throw Missing() }
    #expect(failure.code == .sourcesFailed)
  }

  @Test("detects a missing part, immediately or at the end")
  mutating func missing() throws {
    _ = try assembler.receive(Sample.part(Part(items: []), of: "c1", seq: 0))
    #expect(breaksProtocol { try $0.receive(Sample.part(Part(items: []), of: "c1", seq: 2)) })
    #expect(breaksProtocol { try $0.receive(Sample.done(Done(parts: 2), of: "c1")) })
  }

  @Test("rejects a final page with unknown ids")
  mutating func neverCame() throws {
    var done = Done()
    done.ids = [try Sample.id(1)]
    #expect(breaksProtocol { try $0.receive(Sample.done(done, of: "c1")) })
  }

  @Test("limits the size of a reply")
  mutating func bound() throws {
    let part = Part(items: Array(repeating: try Sample.artist(1), count: 5_001))
    _ = try assembler.receive(Sample.part(part, of: "c1", seq: 0))
    #expect(breaksProtocol { try $0.receive(Sample.part(part, of: "c1", seq: 1)) })
  }

  @Test("counts records that it cannot read, and shows the others")
  mutating func unreadable() throws {
    let json =
      #"{"parts":0,"items":[{"kind":"artist"},{"kind":"artist","id":"a:artist:1","name":"A"}]}"#
    let message = WireMessage(Header(type: .done, re: "c1"), body: Array(json.utf8))
    guard case .done(let reply) = try assembler.receive(message) else { throw Missing() }
    #expect(reply.items.map(\.displayName) == ["A"])
    #expect(reply.unreadableCount == 1)
  }

  @Test("marks a reply as partial if a source failed")
  mutating func partial() throws {
    var done = Done()
    done.sources = [
      SourceReport(provider: try ProviderID(rawValue: "a").orThrow(), outcome: .empty),
      SourceReport(provider: try ProviderID(rawValue: "b").orThrow(), outcome: .timeout),
    ]
    guard case .done(let reply) = try assembler.receive(Sample.done(done, of: "c1")) else {
      throw Missing()
    }
    #expect(reply.isPartial)
  }

  /// Whether a copy of the assembler calls it a breach of the protocol.
  private func breaksProtocol(_ take: (inout ReplyAssembler) throws -> ReplyAssembler.Step) -> Bool
  {
    var assembler = assembler
    do {
      _ = try take(&assembler)
      return false
    } catch ClientError.protocolError {
      return true
    } catch {
      return false
    }
  }
}
