import Dispatch
import Glibc
import HostKit
import MusicModel
import ProviderKit
import Synchronization

/// Reads the lines of a program on a thread of its own, which waits until they are handled, so that a
/// program cannot fill the memory.
final class LineReader: Sendable {
  enum Event: Sendable {
    case line([UInt8])
    case tooLong
    case end
  }

  /// Call ``handled()`` after each.
  let events: AsyncStream<Event>
  private let errors: ErrorReader
  private let room = DispatchSemaphore(value: maxUnhandled)
  private let isStopped = Atomic(false)

  static let maxLineBytes = 1 << 20
  private static let maxUnhandled = 64
  /// How often the thread looks whether it is stopped.
  private static let pause = Duration.seconds(1)

  /// Reads to the end of the output, or of the process: others that it started may keep the output open.
  init(_ output: FileDescriptor, _ errors: ErrorReader, until end: ProcessExitWatch) {
    self.errors = errors
    let (events, continuation) = AsyncStream.makeStream(of: Event.self)
    self.events = events
    DispatchQueue(label: "lines of the program").async { [self] in
      read(output, until: end) { event in
        while room.wait(timeout: .now() + .seconds(1)) == .timedOut {
          if isStopped.load(ordering: .relaxed) { return }
        }
        continuation.yield(event)
      }
      continuation.finish()
    }
  }

  /// An event has been handled: there is room for another one.
  func handled() { room.signal() }

  /// Ends the thread, also if a process that the program started keeps its output open.
  func stop() { isStopped.store(true, ordering: .relaxed) }

  private func read(
    _ output: FileDescriptor,
    until end: ProcessExitWatch,
    _ report: (Event) -> Void
  ) {
    var buffer: [UInt8] = []
    while !isStopped.load(ordering: .relaxed) {
      guard output.waitUntilReadable(.after(LineReader.pause)) else {
        if end.wait(.after(.zero)) { break }
        continue
      }
      guard let result = try? output.read(atMost: 64 * 1024) else { break }
      guard case .bytes(let bytes) = result else {
        if result == .end { break }
        continue
      }
      buffer += bytes
      var start = buffer.startIndex
      while let end = buffer[start...].firstIndex(of: UInt8(ascii: "\n")) {
        guard end - start <= LineReader.maxLineBytes else { return report(.tooLong) }
        report(.line(Array(buffer[start..<end])))
        start = buffer.index(after: end)
      }
      buffer.removeSubrange(..<start)
      if buffer.count > LineReader.maxLineBytes { return report(.tooLong) }
    }
    // A program that exits closes its output first, and may have written why.
    _ = end.wait(.after(.milliseconds(200)))
    errors.waitForEnd(.milliseconds(200))
    report(.end)
  }
}

/// Passes what a program writes to standard error on to the log, line by line, on a thread of its own.
final class ErrorReader: Sendable {
  private let lastLines = Mutex<[String]>([])
  private let ended = DispatchSemaphore(value: 0)

  private static let maxLineBytes = 4096
  /// What follows the message of an interpreter, such as where it was.
  private static let maxLastLines = 20

  /// Reads to the end of the output, or of the process.
  init(_ errors: FileDescriptor, until end: ProcessExitWatch) {
    DispatchQueue(label: "errors of the program").async { [self] in
      read(errors, until: end)
      ended.signal()
    }
  }

  /// The last line that is not empty, or one shortly before it that says what has failed: some interpreters write
  /// the place afterwards.
  var last: String {
    let lines = lastLines.withLock { $0 }
    return lines.last { $0.starts(with: ErrorReader.reason) } ?? lines.last ?? ""
  }

  private static var reason: Regex<Substring> {
    #/(?:Uncaught )?[A-Za-z_.]*(?:Error|Exception): |Can't locate |panic: /#
  }

  func waitForEnd(_ time: DispatchTimeInterval) {
    guard ended.wait(timeout: .now() + time) == .success else { return }
    ended.signal()
  }

  private func read(_ errors: FileDescriptor, until end: ProcessExitWatch) {
    var buffer: [UInt8] = []
    while true {
      guard errors.waitUntilReadable(.after(.seconds(1))) else {
        if end.wait(.after(.zero)) { break }
        continue
      }
      guard case .bytes(let bytes)? = try? errors.read() else { break }
      buffer += bytes
      while let line = buffer.firstIndex(of: UInt8(ascii: "\n")) {
        report(buffer[..<line])
        buffer.removeSubrange(...line)
      }
      if buffer.count > ErrorReader.maxLineBytes {
        report(buffer[...])
        buffer = []
      }
    }
    if !buffer.isEmpty { report(buffer[...]) }
  }

  private func report(_ bytes: ArraySlice<UInt8>) {
    let line = String(decoding: bytes.prefix(ErrorReader.maxLineBytes), as: UTF8.self)
    ProviderProgram.log(line)
    guard line.contains(where: { !$0.isWhitespace }) else { return }
    lastLines.withLock { $0 = ($0 + [line]).suffix(ErrorReader.maxLastLines) }
  }
}

/// Writes lines to a program on a thread of its own, which waits for a program that does not read.
final class LineWriter: Sendable {
  private let input: FileDescriptor
  private let queue = DispatchQueue(label: "lines to the program")
  private let pendingBytes = Mutex(0)
  /// Whether a write has failed: after half a line, no other one may follow.
  private let isBroken = Atomic(false)

  private static let maxPendingBytes = 32 << 20
  private static let maxTime = Duration.seconds(10)

  init(_ input: FileDescriptor) { self.input = input }

  /// Sends a line; `onTimeout` is called if the program does not read it in time.
  ///
  /// - Returns: whether there was room for it.
  func send(
    _ line: [String: JSONValue],
    onTimeout: @escaping @Sendable () -> Void
  ) -> Bool {
    guard let bytes = try? JSONCodec.encode(JSONValue.object(line)) + [UInt8(ascii: "\n")] else {
      return false
    }
    let hasRoom = pendingBytes.withLock { pending in
      guard pending + bytes.count <= LineWriter.maxPendingBytes else { return false }
      pending += bytes.count
      return true
    }
    guard hasRoom else { return false }
    queue.async { [self] in
      defer { pendingBytes.withLock { $0 -= bytes.count } }
      guard !isBroken.load(ordering: .relaxed) else { return }
      do throws(SystemError) {
        try input.write(bytes, until: .after(LineWriter.maxTime))
      } catch {
        isBroken.store(true, ordering: .relaxed)
        // The end of a program that has exited is seen by its reader.
        if error.code == ETIMEDOUT { onTimeout() }
      }
    }
    return true
  }
}
