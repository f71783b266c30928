import BusProtocol
import Foundation
import MusicModel
import TestKit
import Testing

@Suite("The registries of the protocol")
struct RegistryTests {
  @Test("hold exactly the error codes that the code knows, in their order")
  func errors() throws {
    #expect(try Registry.errors.map(\.code) == ErrorCode.registered.map(\.rawValue))
    let words = try Registry.words
    for error in try Registry.errors {
      #expect(words.classes.contains(error.class), "\(error.code)")
      #expect(words.retry.contains(error.retry), "\(error.code)")
      #expect(!error.sentIn.isEmpty && error.message.hasSuffix("."), "\(error.code)")
    }
  }

  @Test("hold exactly the message types that the code knows, in their order")
  func types() throws {
    #expect(try Registry.types.map(\.name) == MessageType.allCases.map(\.rawValue))
  }

  @Test("list exactly the header members that the code requires of each type")
  func headers() throws {
    for entry in try Registry.types {
      let type = try #require(MessageType(rawValue: entry.name))
      let full = Header(
        type: type,
        id: "i",
        re: "r",
        sid: "s",
        method: .artistsSearch,
        seq: 0,
        timeoutMs: 1
      )
      for (member, without) in full.eachLeftOut {
        let frames = try WireMessage(without).frames()
        let refused = (try? WireMessage(frames: frames)) == nil
        #expect(refused == entry.header.contains(member), "\(entry.name) without \(member)")
      }
    }
  }

  @Test("hold exactly the outcomes that the code knows, in their order")
  func outcomes() throws {
    #expect(try Registry.outcomes.map(\.outcome) == Outcome.allCases.map(\.rawValue))
    #expect(try Registry.outcomes.map(\.missing) == Outcome.allCases.map(\.isMissing))
  }

  @Test("reserve no name of a method")
  func reserved() throws {
    let methods = try Registry.methods
    let reserved = methods.reserved.names
    #expect(Set(reserved).count == reserved.count)
    #expect(Set(reserved).isDisjoint(with: methods.methods.map(\.name)))
  }

  @Test("name exactly the parameters that a call can have")
  func parameters() throws {
    let registry = try Registry.methods
    var named: Set<String> = Set(registry.groups.values.joined())
    for entry in registry.methods {
      for parameters in [entry.client, entry.provider].compactMap(\.self) {
        named.formUnion(parameters.required + parameters.optional + (parameters.anyOf ?? []))
        #expect(Set(parameters.groups ?? []).isSubset(of: registry.groups.keys), "\(entry.name)")
      }
    }
    let members = try JSONCodec.decode(JSONValue.self, from: JSONCodec.encode(CallParameters.all))
    #expect(Set(members.members?.keys.map(\.self) ?? []) == named)
  }

  @Test("give the order of namespaces and the kinds of their types as the code has them")
  func namespaces() throws {
    let registry = try Registry.namespaces
    let ordered = registry.namespaces.filter { $0.order != nil }
    #expect(ordered.map(\.namespace) == EntityID.namespaceOrder)
    #expect(ordered.map(\.order) == Array(1...ordered.count))
    for (type, kind) in registry.types {
      #expect(EntityID("x:\(type):1")?.kind?.rawValue == kind, "\(type)")
    }
    for entry in registry.namespaces {
      let id = try #require(EntityID(entry.example))
      #expect(id.namespace == entry.namespace && entry.types.contains(id.type))
      #expect(Set(entry.types).isSubset(of: registry.types.keys))
      #expect(id.value.wholeMatch(of: try Regex(entry.value)) != nil, "\(id)")
    }
  }
}

extension Header {
  /// The header without one of its members at a time.
  fileprivate var eachLeftOut: [(member: String, header: Header)] {
    let paths: [(String, (inout Header) -> Void)] = [
      ("id", { $0.id = nil }), ("re", { $0.re = nil }), ("sid", { $0.sid = nil }),
      ("method", { $0.method = nil }), ("seq", { $0.seq = nil }),
      ("timeoutMs", { $0.timeoutMs = nil }),
    ]
    return paths.map { member, leaveOut in
      var header = self
      leaveOut(&header)
      return (member, header)
    }
  }
}

extension CallParameters {
  /// Parameters with a value for each member.
  static var all: CallParameters {
    var all = CallParameters()
    all.text = "x"
    all.exact = true
    all.id = EntityID("a:artist:1")
    all.ids = []
    all.other = EntityID("a:artist:2")
    all.artist = "x"
    all.album = "x"
    all.durationMs = 1
    all.chart = .albums
    all.path = "/x"
    all.approvedHosts = ["x.org"]
    all.instance = ProviderID(rawValue: "x")
    all.url = "x"
    all.size = 1
    all.firstByte = 0
    all.maxBytes = 1
    all.country = "de"
    all.lang = "de"
    all.explicit = true
    all.limit = 1
    all.offset = 0
    all.cursor = "x"
    all.sort = .date
    all.title = "x"
    all.from = PartialDate("1980")
    all.to = PartialDate("1981")
    all.genre = "x"
    all.albumKind = .album
    all.owned = true
    all.editions = true
    all.detail = .full
    all.providers = []
    all.waitMs = 1
    all.lookup = true
    all.stream = true
    all.cache = .only
    all.grant = [:]
    all.key = "a:artist:1"
    all.keys = ["a:artist:1"]
    all.entityKind = .artist
    all.entityKinds = [.artist]
    all.artistsOf = .favorites
    all.addedFrom = PartialDate("2026")
    all.addedTo = PartialDate("2027")
    all.position = .first
    all.target = "a:artist:1"
    all.index = 2
    all.note = "x"
    all.format = .csv
    all.rows = [[:]]
    all.batch = "x"
    all.change = "x"
    all.file = ["name": "x", "format": "list", "rows": 1]
    all.row = 1
    all.rowState = .doubtful
    return all
  }
}
