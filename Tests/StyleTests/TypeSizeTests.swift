import Testing

@Suite("Types")
struct TypeSizeTests {
  /// The modules in which a type must stay small enough to be read as one state machine.
  private static let hub: Set = ["HubCore", "HubRuntime"]

  /// Parameters, settings and entities: lists of independent values.
  private static let values: Set = [
    "BusProtocol.CallParameters", "BusProtocol.Done", "HubCore.HubSettings", "MusicModel.Album",
    "MusicModel.Artist", "MusicModel.Song",
  ]

  /// Types that are still too large.
  private static let storedProperties: [String: Int] = [
    "HubCoreTests.HubDriver": 24
  ]
  private static let functions: [String: Int] = [:]

  @Test("have at most 12 stored properties in the hub, and 20 elsewhere")
  func storedProperties() {
    for shape in TypeShape.all(in: SourceFile.all) where !Self.values.contains(shape.key) {
      let limit = Self.hub.contains(shape.module) ? 12 : 20
      check(shape.storedProperties, of: shape, limit, Self.storedProperties, "stored properties")
    }
  }

  @Test("have at most 45 functions over all extensions in the hub, and 60 elsewhere")
  func functions() {
    for shape in TypeShape.all(in: SourceFile.all) {
      let limit = Self.hub.contains(shape.module) ? 45 : 60
      check(shape.functions, of: shape, limit, Self.functions, "functions")
    }
  }

  private func check(
    _ members: [String],
    of shape: TypeShape,
    _ limit: Int,
    _ exceptions: [String: Int],
    _ what: String
  ) {
    if let exception = exceptions[shape.key] {
      Ratchet(exception, target: limit).check(members, "\(what) of \(shape.key)")
    } else if members.count > limit {
      Issue.record("\(shape.key) has \(members.count) \(what), at most \(limit)")
    }
  }

  @Test("are measured over all their extensions")
  func shapes() {
    let one = """
      struct Queue<Element: Sendable>: Sendable {
        static let shared = 1
        let a, b: Int
        private(set) var list: [Int] = []
        var closure: () -> Int = { 1 }
        var count: Int { list.count }
        var observed = 1 {
          didSet { list = [] }
        }
        init() {}
        @discardableResult mutating func add(_ text: String = "{") -> Int {
          func nested() {}
          let local = "\\(list.map { $0 })"
          return local.count
        }
        enum Kind { case one
          var isOne: Bool { true }
        }
      }
      """
    let other = """
      extension Queue {
        private func remove() { var x = 1 }
        static func make() -> Queue { Queue() }
      }
      """
    let shapes = TypeShape.all(in: [
      .init("Sources/A/M/1.swift", one), .init("Sources/A/M/2.swift", other),
    ])
    #expect(shapes.map(\.name) == ["Queue", "Queue.Kind"])
    #expect(shapes.first?.storedProperties == ["a", "b", "list", "closure", "observed"])
    #expect(shapes.first?.functions == ["init", "add", "remove", "make"])
    #expect(shapes.last?.storedProperties == [])
  }
}
