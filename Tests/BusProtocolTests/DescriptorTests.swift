import BusProtocol
import MusicModel
import TestKit
import Testing

@Suite("A descriptor")
struct DescriptorTests {
  private let core: Descriptor

  init() throws {
    let vector = try #require(Vector.all.first { $0.name == "descriptor/valid/core" })
    core = try JSONCodec.decode(from: vector.document)
  }

  @Test("contains the methods of the provider, and the ids it understands")
  func serves() throws {
    #expect(core.serves(.artistsSearch))
    #expect(!core.serves(.artistGet))
    #expect(core.understands(try #require(EntityID("shelf:artist:nina"))))
    #expect(!core.understands(try #require(EntityID("shelf:album:nina"))))
    #expect(!core.understands(try #require(EntityID("mbid:artist:nina"))))
  }

  @Test(
    "of a Core provider allows one call at a time, of a Full one up to 64",
    arguments: [
      (Descriptor.Level.core, 1, true), (.core, 2, false), (.core, 0, false),
      (.full, 1, true), (.full, 64, true), (.full, 0, false), (.full, 65, false),
    ]
  )
  func inflight(_ level: Descriptor.Level, _ inflight: Int, _ isAllowed: Bool) {
    let problem = refusal { descriptor in
      descriptor.level = level
      descriptor.inflight = inflight
    }
    #expect((problem == nil) == isAllowed)
  }

  @Test("is rejected if no provider could serve by it")
  func refused() {
    #expect(refusal { $0.methods = [:] }?.message.contains("methods") == true)
    #expect(refusal { $0.methods["x.y"] = .init(cost: ["a": -1], freshMs: 0) } != nil)
    #expect(refusal { $0.methods["x.y"] = .init(cost: [:], freshMs: -1) } != nil)
    for name in ["shelf", "shelf:", ":artist", "shelf:artist:1", "Shelf:artist", ""] {
      #expect(refusal { $0.namespaces = [name] }?.message.contains("namespaces") == true, "\(name)")
    }
    #expect(refusal { $0.budgets["a"] = .init(requests: 0, perMs: 1) } != nil)
    #expect(refusal { $0.budgets["a"] = .init(requests: 1, perMs: 0) } != nil)
    #expect(refusal { $0.budgets["a"] = .init(requests: 1, perMs: 1) } == nil)
  }

  @Test("is rejected if the hub could not calculate with its numbers")
  func tooLarge() {
    let year = 31_536_000_000
    #expect(refusal { $0.methods["x.y"] = .init(cost: ["a": .max], freshMs: 0) } != nil)
    #expect(refusal { $0.methods["x.y"] = .init(cost: [:], freshMs: year + 1) } != nil)
    #expect(refusal { $0.methods["x.y"] = .init(cost: [:], freshMs: year) } == nil)
    for interval in [0, -1, year + 1, .max] {
      let budget = Descriptor.Budget(requests: 1, perMs: 1, intervalMs: interval)
      #expect(refusal { $0.budgets["a"] = budget } != nil, "\(interval)")
    }
    #expect(refusal { $0.budgets["a"] = .init(requests: 1, perMs: .max) } != nil)
    #expect(refusal { $0.budgets["a"] = .init(requests: 1_000_001, perMs: 1) } != nil)
    #expect(refusal { $0.budgets["a"] = .init(requests: 1_000_000, perMs: year) } == nil)
  }

  private func refusal(_ change: (inout Descriptor) -> Void) -> Failure? {
    var descriptor = core
    change(&descriptor)
    do throws(Failure) {
      try descriptor.check()
      return nil
    } catch {
      #expect(error.code == .protocolViolation)
      return error
    }
  }
}
