/// Lines of the log that are not written yet, within the limits of the queue.
struct PendingLog {
  struct Line {
    /// Empty for the note about lines that were dropped last.
    var bytes: [UInt8] = []
    var usesErrorSlot = false
    /// Number of lines that were dropped directly before this one.
    var droppedBefore = 0
  }

  private let limits: LogQueue.Limits
  private var lines: [Line] = []
  /// The lines that no error slot holds, including those that are being written.
  private var lineCount = 0
  private var byteCount = 0
  private var errorCount = 0
  private var droppedCount = 0
  private var isWriting = false

  init(_ limits: LogQueue.Limits) { self.limits = limits }

  /// Adds a line, or counts it as dropped.
  ///
  /// - Returns: Whether a writer must be started.
  mutating func add(_ bytes: [UInt8], isError: Bool) -> Bool {
    let usesErrorSlot = isError && errorCount < limits.maxErrors
    let hasRoom = lineCount < limits.maxLines && byteCount + bytes.count <= limits.maxBytes
    guard usesErrorSlot || hasRoom else {
      droppedCount += 1
      return false
    }
    if usesErrorSlot {
      errorCount += 1
    } else {
      lineCount += 1
      byteCount += bytes.count
    }
    lines.append(Line(bytes: bytes, usesErrorSlot: usesErrorSlot, droppedBefore: droppedCount))
    droppedCount = 0
    defer { isWriting = true }
    return !isWriting
  }

  /// Takes all lines; `nil` if the queue is empty and the writer can end.
  mutating func takeLines() -> [Line]? {
    if lines.isEmpty, droppedCount > 0 {
      lines.append(Line(usesErrorSlot: true, droppedBefore: droppedCount))
      (errorCount, droppedCount) = (errorCount + 1, 0)
    }
    guard !lines.isEmpty else {
      isWriting = false
      return nil
    }
    defer { lines = [] }
    return lines
  }

  /// Frees the room of a line that has been written.
  mutating func written(_ line: Line) {
    if line.usesErrorSlot {
      errorCount -= 1
    } else {
      lineCount -= 1
      byteCount -= line.bytes.count
    }
  }
}
