internal import Dispatch
internal import Glibc
package import HostKit
internal import Synchronization

/// Log lines that one thread writes to a descriptor, so that a slow reader delays only the log.
///
/// Lines are written whole and in order. If the queue is full, lines are dropped and counted, and
/// the next line is preceded by a note that says how many.
package final class LogQueue: Sendable {
  /// Limits of the queue, including the lines that are being written.
  package struct Limits: Hashable, Sendable {
    package var maxLines = 4096
    package var maxBytes = 1024 * 1024
    /// Lines that are accepted as errors even if the queue is full.
    package var maxErrors = 64

    package init() {}
  }

  private let state: Mutex<PendingLog>
  private let thread = DispatchQueue(label: "log")
  /// Used by the thread only.
  private let output: Mutex<LogOutput>
  private let note: @Sendable (_ droppedCount: Int) -> [UInt8]

  /// Creates a queue; `note` renders the line that reports dropped lines.
  ///
  /// A log file is rotated if the descriptor writes it.
  package init(
    to descriptor: CInt,
    rotation: LogRotation? = nil,
    limits: Limits = Limits(),
    note: @escaping @Sendable (_ droppedCount: Int) -> [UInt8]
  ) {
    state = Mutex(PendingLog(limits))
    self.note = note
    output = Mutex(LogOutput(descriptor, rotation))
  }

  /// Adds a line, which ends with a line feed. Never blocks.
  package func submit(_ bytes: [UInt8], isError: Bool = false) {
    if state.withLock({ $0.add(bytes, isError: isError) }) {
      thread.async { [self] in writeAll() }
    }
  }

  /// Waits until all lines are written, or until the deadline.
  ///
  /// - Returns: Whether all lines were written.
  package func flush(before deadline: Deadline) -> Bool {
    thread.run(waitUntil: deadline) { [self] in writeAll() }
  }

  private func writeAll() {
    while let lines = state.withLock({ $0.takeLines() }) {
      for line in lines {
        if line.droppedBefore > 0 { write(note(line.droppedBefore)) }
        if !line.bytes.isEmpty { write(line.bytes) }
        state.withLock { $0.written(line) }
      }
    }
  }

  private func write(_ line: [UInt8]) { output.withLock { $0.write(line) } }
}
