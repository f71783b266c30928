import BusProtocol
import FavoritesModel
import Storage
import Glibc
import MusicModel
import TestKit
import Testing

/// An operation on the favourites file, for which all faults are tested.
struct FileOperation: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// The state before the operation.
  let prepare: @Sendable (inout FavoritesEditor, SimulatedDisk) throws -> Void
  /// Whether the hub restarts between preparation and operation.
  let restarts: Bool
  let act: @Sendable (inout FavoritesEditor) throws -> Void

  static let all: [FileOperation] = [
    FileOperation("add") { _, _ in
    } act: {
      try $0.add(10)
    },
    FileOperation("move") { _, _ in
    } act: {
      try $0.moveFirst(2)
    },
    FileOperation("annotate and undo") { _, _ in
    } act: {
      try $0.note(1, "x")
      try $0.undo()
    },
    FileOperation("remove") { _, _ in
    } act: {
      try $0.remove(0)
    },
    FileOperation("compact") { _, _ in
    } act: {
      try $0.compact()
    },
    FileOperation("add, compact and add") { _, _ in
    } act: {
      try $0.add(20)
      try $0.compact()
      try $0.add(21)
    },
    FileOperation("merge an external change") { editor, disk in
      let bytes = disk.bytes(FavoritesEditor.path) ?? []
      try editor.note(0, "x")
      disk.replace(FavoritesEditor.path, with: bytes)
    } act: {
      try $0.add(10)
    },
    FileOperation("write a file that was removed") { _, disk in
      disk.unlink(FavoritesEditor.path)
    } act: {
      try $0.add(10)
    },
    FileOperation("move corrupt lines aside", restarts: true) { editor, disk in
      let bytes = disk.bytes(FavoritesEditor.path) ?? []
      editor.file.close()
      disk.overwrite(FavoritesEditor.path, with: bytes + Array("damaged\n{\"op\":\"ad".utf8))
    } act: {
      try $0.add(10)
    },
    FileOperation("upgrade", restarts: true) { editor, disk in
      var document = editor.document
      editor.file.close()
      let rows = document.export(as: .jsonl).text
      disk.overwrite(
        FavoritesEditor.path,
        with: Array("{\"format\":\"musicbus-favorites\",\"version\":0}\n".utf8) + rows
      )
    } act: {
      try $0.add(10)
    },
  ]

  private init(
    _ name: String,
    restarts: Bool = false,
    prepare: @escaping @Sendable (inout FavoritesEditor, SimulatedDisk) throws -> Void,
    act: @escaping @Sendable (inout FavoritesEditor) throws -> Void
  ) {
    testDescription = name
    self.restarts = restarts
    self.prepare = prepare
    self.act = act
  }
}

@Suite("Faults of the disk", .timeLimit(.minutes(10)))
struct FaultTests {
  /// A file with some history, on which the operation is repeated with each fault.
  private final class Fixture {
    private let operation: FileOperation
    private let disk = SimulatedDisk()
    private let start: (editor: FavoritesEditor, disk: SimulatedDisk.Contents, state: State)
    private(set) var editor: FavoritesEditor?
    /// What the operation has reported, if it failed.
    private var failure: FavoritesFailure?
    /// The document after a restart, by the content of the disk.
    private var found: [SimulatedDisk.Traces: State] = [:]

    /// A whole document, history included.
    typealias State = [UInt8]

    init(_ operation: FileOperation) throws {
      self.operation = operation
      var editor = try FavoritesEditor(disk)
      for number in 0..<3 { try editor.add(number) }
      try editor.note(2, "note")
      try editor.add(3)
      try editor.remove(3)
      try operation.prepare(&editor, disk)
      editor.acknowledged = nil
      let state = try FavoritesEditor(disk.restarted(after: .killed)).document.compacted()
      start = (editor, disk.snapshot, state)
    }

    /// Performs the operation; failures must be of a type that users can act on.
    func act(_ fault: SimulatedDisk.Fault?) throws {
      disk.restore(start.disk)
      disk.plan(fault)
      editor = operation.restarts ? nil : start.editor
      failure = nil
      do {
        if operation.restarts { editor = try FavoritesEditor(disk) }
        try editor.edit { try operation.act(&$0) }
      } catch let error as FavoritesFailure {
        // The hub was killed, or reports the failure.
        failure = error
      }
    }

    /// The calls and writes of the operation without faults.
    func plan() throws -> SimulatedDisk.Contents {
      try act(nil)
      return disk.snapshot
    }

    /// The next changes, after a fault.
    func changeAgain() throws {
      editor = try editor ?? FavoritesEditor(disk)
      try editor.edit {
        try $0.add(50)
        try $0.note(50, "after")
      }
    }

    /// Whether the file lacks a change if the failure says so.
    func reportsTruly() throws -> Bool {
      guard let attempted = editor?.attempted, let failure,
        failure.hint.lowercased().contains("nothing was changed")
      else { return true }
      return try restarted(.killed) != attempted.compacted()
    }

    /// Whether a restart finds the acknowledged changes, with or without the unacknowledged one.
    func losesNothing(_ fault: SimulatedDisk.Fault) throws -> Bool {
      var acceptable = [editor?.acknowledged?.compacted() ?? start.state]
      if let attempted = editor?.attempted { acceptable.append(attempted.compacted()) }
      for crash in SimulatedDisk.Crash.allCases {
        let state = try restarted(crash)
        if !acceptable.contains(state) {
          let texts = ([state] + acceptable).map { String(decoding: $0, as: UTF8.self) }
          Issue.record("\(fault), \(crash): \(texts[0]) is not one of \(texts.dropFirst())")
          return false
        }
      }
      return true
    }

    private func restarted(_ crash: SimulatedDisk.Crash) throws -> State {
      let next = disk.restarted(after: crash)
      let traces = next.traces
      if let state = found[traces] { return state }
      let state = try FavoritesEditor(next).document.compacted()
      found[traces] = state
      return state
    }
  }

  @Test(
    "lose no acknowledged change if the hub is killed at any byte of any write",
    arguments: FileOperation.all
  )
  func everyByte(operation: FileOperation) throws {
    let fixture = try Fixture(operation)
    let plan = try fixture.plan()
    for call in 1...plan.calls {
      for count in FaultTests.ends(plan.written[call] ?? 0) {
        let fault = SimulatedDisk.Fault.death(call: call, bytesWritten: count)
        try fixture.act(fault)
        guard try fixture.losesNothing(fault) else { return }
      }
    }
  }

  /// How many bytes of a write reach the disk: in the long run every number, otherwise none, all, all
  /// but the end of the last line, and some in between.
  private static func ends(_ count: Int) -> [Int] {
    (0...count).filter { LongRun.isOn || $0 < 2 || $0 > count - 3 || $0 % 17 == 0 }
  }

  @Test("lose no acknowledged change if the disk fails permanently", arguments: FileOperation.all)
  func broken(operation: FileOperation) throws {
    let fixture = try Fixture(operation)
    for call in 1...(try fixture.plan().calls) {
      let fault = SimulatedDisk.Fault.broken(from: call, EIO)
      try fixture.act(fault)
      guard try fixture.losesNothing(fault) else { return }
    }
  }

  @Test(
    "are reported, and do not affect the next change",
    arguments: FileOperation.all,
    [ENOSPC, EIO]
  )
  func everyCall(operation: FileOperation, code: CInt) throws {
    let fixture = try Fixture(operation)
    for call in 1...(try fixture.plan().calls) {
      let fault = SimulatedDisk.Fault.error(call: call, code)
      try fixture.act(fault)
      #expect(try fixture.reportsTruly(), "\(fault)")
      try fixture.changeAgain()
      guard try fixture.losesNothing(fault) else { return }
    }
  }
}

extension FavoritesEditor? {
  fileprivate mutating func edit(_ body: (inout FavoritesEditor) throws -> Void) throws {
    guard var editor = self else { return }
    defer { self = editor }
    try body(&editor)
  }
}
