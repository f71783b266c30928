import Foundation
import Glibc
import HostKit
import Storage
import TestKit
import Testing

@Suite("Queue of the log", .timeLimit(.minutes(10)))
struct LogQueueTests {
  /// A pipe with room for 65,536 bytes that is read only when a test says so.
  private final class UnreadPipe {
    let writing: CInt
    private let reading: CInt

    init() throws {
      var ends: [CInt] = [-1, -1]
      try #require(Glibc.pipe(&ends) == 0)
      (reading, writing) = (ends[0], ends[1])
    }

    deinit {
      close(reading)
      close(writing)
    }

    /// Reads until so many line feeds have come.
    func lines(_ count: Int) -> [String] {
      var bytes: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 4096)
      var left = count
      while left > 0 {
        let length = read(reading, &buffer, buffer.count)
        guard length > 0 else { break }
        bytes += buffer.prefix(length)
        left -= buffer.prefix(length).count { $0 == UInt8(ascii: "\n") }
      }
      return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// Writes until nothing more fits, without the queue.
    func fill() throws {
      let flags = fcntl(writing, F_GETFL)
      try #require(fcntl(writing, F_SETFL, flags | O_NONBLOCK) == 0)
      let line = Array(String(repeating: "x", count: 1023).utf8) + [10]
      while write(writing, line, line.count) > 0 {}
      try #require(fcntl(writing, F_SETFL, flags) == 0)
    }

    /// Number of lines that ``fill()`` writes.
    static let filling = 64
  }

  private let pipe: UnreadPipe

  init() throws { pipe = try UnreadPipe() }

  private func queue(_ change: (inout LogQueue.Limits) -> Void = { _ in }) -> LogQueue {
    var limits = LogQueue.Limits()
    change(&limits)
    return LogQueue(to: pipe.writing, limits: limits) { Array("(\($0) dropped)\n".utf8) }
  }

  private func line(_ text: String) -> [UInt8] { Array("\(text)\n".utf8) }

  @Test("writes whole lines in order, however large they are")
  func order() {
    let queue = queue()
    let large = String(repeating: "y", count: 200_000)
    for number in 1...3 { queue.submit(line("\(number) \(large)")) }
    #expect(pipe.lines(3) == (1...3).map { "\($0) \(large)" })
    #expect(queue.flush(before: .after(.seconds(30))))
  }

  @Test("starts a new log if the file becomes too large, and loses no line")
  func rotation() throws {
    let directory = try TestDirectory()
    let path = "\(directory.path)/hub.log"
    let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    let rotation = LogRotation(of: path, maxBytes: 1000)
    let queue = LogQueue(to: descriptor, rotation: rotation) { _ in [] }
    let text = String(repeating: "z", count: 95)
    for number in 10..<30 { queue.submit(line("\(number) \(text)")) }
    #expect(queue.flush(before: .after(.seconds(30))))
    func numbers(_ path: String) throws -> [String] {
      try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        .map { String($0.prefix(2)) }
    }
    #expect(try numbers("\(path).old") + numbers(path) == (10..<30).map(String.init))
    #expect(try numbers(path).count == 9)
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
  }

  @Test("does not rename a log that the descriptor does not write")
  func otherLog() throws {
    let directory = try TestDirectory()
    let (path, other) = ("\(directory.path)/hub.log", "\(directory.path)/other")
    let descriptor = open(other, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    try "x".write(toFile: path, atomically: false, encoding: .utf8)
    let rotation = LogRotation(of: path, maxBytes: 10)
    let queue = LogQueue(to: descriptor, rotation: rotation) { _ in [] }
    for _ in 0..<5 { queue.submit(line("a line of text")) }
    #expect(queue.flush(before: .after(.seconds(30))))
    #expect(try String(contentsOfFile: other, encoding: .utf8).count == 75)
    #expect(!FileManager.default.fileExists(atPath: "\(path).old"))
  }

  @Test("drops lines if it is full, and reports their number before the next line")
  func full() throws {
    try pipe.fill()
    let queue = queue { $0.maxLines = 3 }
    for number in 1...8 { queue.submit(line("\(number)")) }
    let lines = pipe.lines(UnreadPipe.filling + 4).dropFirst(UnreadPipe.filling)
    #expect(Array(lines) == ["1", "2", "3", "(5 dropped)"])
    #expect(queue.flush(before: .after(.seconds(30))))
    queue.submit(line("9"))
    #expect(pipe.lines(1) == ["9"])
  }

  @Test("bounds the bytes of its lines as well")
  func bytes() throws {
    try pipe.fill()
    let queue = queue { $0.maxBytes = 10 }
    for text in ["12345", "6789", "012"] { queue.submit(line(text)) }
    let lines = pipe.lines(UnreadPipe.filling + 3).dropFirst(UnreadPipe.filling)
    #expect(Array(lines) == ["12345", "(1 dropped)", "012"])
  }

  @Test("accepts a limited number of errors even if it is full")
  func errors() throws {
    try pipe.fill()
    let queue = queue {
      $0.maxLines = 1
      $0.maxErrors = 2
    }
    queue.submit(line("1"))
    queue.submit(line("2"))
    for number in 1...3 { queue.submit(line("error \(number)"), isError: true) }
    let lines = pipe.lines(UnreadPipe.filling + 5).dropFirst(UnreadPipe.filling)
    #expect(Array(lines) == ["1", "(1 dropped)", "error 1", "error 2", "(1 dropped)"])
  }

  @Test("does not wait for a reader that is too slow for longer than the deadline")
  func deadline() throws {
    try pipe.fill()
    let queue = queue()
    queue.submit(line("1"))
    #expect(!queue.flush(before: .after(.milliseconds(20))))
    #expect(pipe.lines(UnreadPipe.filling + 1).last == "1")
    #expect(queue.flush(before: .after(.seconds(30))))
  }

  @Test("waits for room if another process made the descriptor non-blocking")
  func nonBlocking() throws {
    let queue = queue()
    try #require(fcntl(pipe.writing, F_SETFL, O_NONBLOCK) == 0)
    let large = String(repeating: "z", count: 200_000)
    queue.submit(line(large))
    #expect(!queue.flush(before: .after(.milliseconds(20))))
    #expect(pipe.lines(1) == [large])
  }
}
