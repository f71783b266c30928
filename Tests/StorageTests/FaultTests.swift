import FavoritesModel
import Storage
import Glibc
import MusicModel
import Testing

/// Something that is done to a document, with all that it does to the disk.
struct Deed: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// What is there before.
  let prepare: @Sendable (inout Desk, SimulatedDisk) throws -> Void
  /// Whether the hub starts anew between the two.
  let restarts: Bool
  let act: @Sendable (inout Desk) throws -> Void

  static let all: [Deed] = [
    Deed("adding") { _, _ in
    } act: {
      try $0.add(10)
    },
    Deed("moving") { _, _ in
    } act: {
      try $0.moveFirst(2)
    },
    Deed("noting and undoing") { _, _ in
    } act: {
      try $0.note(1, "x")
      try $0.undo()
    },
    Deed("removing") { _, _ in
    } act: {
      try $0.remove(0)
    },
    Deed("compacting") { _, _ in
    } act: {
      try $0.compact()
    },
    Deed("compacting, with changes all the while") { _, _ in
    } act: { desk in
      var number = 20
      try desk.compact { desk in
        number += 1
        try desk.add(number)
      }
    },
    Deed("uniting with another version") { desk, disk in
      let bytes = disk.bytes(Desk.path) ?? []
      try desk.note(0, "x")
      disk.replace(Desk.path, with: bytes)
    } act: {
      try $0.add(10)
    },
    Deed("writing a document that is gone") { _, disk in
      disk.unlink(Desk.path)
    } act: {
      try $0.add(10)
    },
    Deed("setting damaged lines aside", restarts: true) { desk, disk in
      let bytes = disk.bytes(Desk.path) ?? []
      desk.file.close()
      disk.overwrite(Desk.path, with: bytes + Array("damaged\n{\"op\":\"ad".utf8))
    } act: {
      try $0.add(10)
    },
    Deed("upgrading", restarts: true) { desk, disk in
      var document = desk.document
      desk.file.close()
      let rows = document.export(as: .jsonLines).text
      disk.overwrite(
        Desk.path,
        with: Array("{\"format\":\"musicbus-favorites\",\"version\":0}\n".utf8) + rows
      )
    } act: {
      try $0.add(10)
    },
  ]

  private init(
    _ name: String,
    restarts: Bool = false,
    prepare: @escaping @Sendable (inout Desk, SimulatedDisk) throws -> Void,
    act: @escaping @Sendable (inout Desk) throws -> Void
  ) {
    testDescription = name
    self.restarts = restarts
    self.prepare = prepare
    self.act = act
  }
}

@Suite("Whatever fails, and wherever the hub dies", .timeLimit(.minutes(10)))
struct FaultTests {
  /// A document with some history, ready for the deed, which is done again and again.
  private final class Scene {
    private let deed: Deed
    private let disk = SimulatedDisk()
    private let start: (desk: Desk, disk: SimulatedDisk.Contents, state: State)
    private(set) var desk: Desk?
    /// What a restart finds, by what is on the disk then.
    private var found: [SimulatedDisk.Traces: State] = [:]

    /// All that a document holds, history included.
    typealias State = [UInt8]

    init(_ deed: Deed) throws {
      self.deed = deed
      var desk = try Desk(disk)
      for number in 0..<3 { try desk.add(number) }
      try desk.note(2, "note")
      try desk.add(3)
      try desk.remove(3)
      try deed.prepare(&desk, disk)
      desk.acknowledged = nil
      let state = try Desk(disk.restarted(after: .killed)).document.compacted()
      start = (desk, disk.snapshot, state)
    }

    /// Does it; what fails is told by an error that a person can act on.
    func act(_ fault: SimulatedDisk.Fault?) throws {
      disk.restore(start.disk)
      disk.plan(fault)
      desk = deed.restarts ? nil : start.desk
      do {
        if deed.restarts { desk = try Desk(disk) }
        try desk.edit { try deed.act(&$0) }
      } catch is FavoritesFailure {
        // It died, or was told so.
      }
    }

    /// What it does to the disk when nothing fails.
    func plan() throws -> SimulatedDisk.Contents {
      try act(nil)
      return disk.snapshot
    }

    /// The next change, after something failed.
    func goOn() throws {
      desk = try desk ?? Desk(disk)
      try desk.edit {
        try $0.add(50)
        try $0.note(50, "after")
      }
    }

    /// Whether a restart finds what was acknowledged, or that and the change that was in the air.
    func losesNothing(_ fault: SimulatedDisk.Fault) throws -> Bool {
      var acceptable = [desk?.acknowledged?.compacted() ?? start.state]
      if let attempted = desk?.attempted { acceptable.append(attempted.compacted()) }
      for crash in SimulatedDisk.Crash.allCases {
        let state = try restarted(crash)
        if !acceptable.contains(state) {
          let texts = ([state] + acceptable).map { String(decoding: $0, as: UTF8.self) }
          Issue.record("\(fault), \(crash): \(texts[0]) is none of \(texts.dropFirst())")
          return false
        }
      }
      return true
    }

    private func restarted(_ crash: SimulatedDisk.Crash) throws -> State {
      let next = disk.restarted(after: crash)
      let traces = next.traces
      if let state = found[traces] { return state }
      let state = try Desk(next).document.compacted()
      found[traces] = state
      return state
    }
  }

  @Test("dying at any byte of any write loses nothing acknowledged", arguments: Deed.all)
  func everyByte(deed: Deed) throws {
    let scene = try Scene(deed)
    let plan = try scene.plan()
    for call in 1...plan.calls {
      for count in 0...(plan.written[call] ?? 0) {
        let fault = SimulatedDisk.Fault.death(call: call, bytesWritten: count)
        try scene.act(fault)
        guard try scene.losesNothing(fault) else { return }
      }
    }
  }

  @Test("a disk that fails for good takes nothing with it", arguments: Deed.all)
  func broken(deed: Deed) throws {
    let scene = try Scene(deed)
    for call in 1...(try scene.plan().calls) {
      let fault = SimulatedDisk.Fault.broken(from: call, EIO)
      try scene.act(fault)
      guard try scene.losesNothing(fault) else { return }
    }
  }

  @Test(
    "a call that fails is told of, and the next change works",
    arguments: Deed.all,
    [ENOSPC, EIO]
  )
  func everyCall(deed: Deed, code: CInt) throws {
    let scene = try Scene(deed)
    for call in 1...(try scene.plan().calls) {
      let fault = SimulatedDisk.Fault.error(call: call, code)
      try scene.act(fault)
      try scene.goOn()
      guard try scene.losesNothing(fault) else { return }
    }
  }
}

extension Desk? {
  fileprivate mutating func edit(_ body: (inout Desk) throws -> Void) throws {
    guard var desk = self else { return }
    defer { self = desk }
    try body(&desk)
  }
}
