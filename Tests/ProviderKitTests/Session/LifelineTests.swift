import BusProtocol
import Foundation
import MusicModel
import Testing

@testable import ProviderKit

@Suite("The lifeline", .timeLimit(.minutes(10)))
struct LifelineTests {
  let reading: Int32
  let writing: Int32

  init() throws {
    var pipe: [Int32] = [0, 0]
    try #require(Glibc.pipe(&pipe) == 0)
    (reading, writing) = (pipe[0], pipe[1])
  }

  private func send(_ text: String) { _ = write(writing, text, text.utf8.count) }

  @Test("starts with a start line and stays open")
  func line() throws {
    send(
      #"{"versions":{"min":"1.0","max":"1.3"},"endpoint":"ipc://x","token":"t","config":{"a":1},"new":1}"#
        + "\nmore"
    )
    let start = try Lifeline(descriptor: reading).startLine(timeoutMs: 1000)
    #expect(start.endpoint == "ipc://x")
    #expect(start.config["a"] == .integer(1))
    #expect(Lifeline(descriptor: reading).hasEnded() == false, "later input is discarded")
    close(writing)
    #expect(Lifeline(descriptor: reading).hasEnded())
  }

  @Test("fails if it ends before the start line")
  func ended() {
    send("{\"vers")
    close(writing)
    #expect(throws: StartLineError.closed) {
      try Lifeline(descriptor: reading).startLine(timeoutMs: 1000)
    }
  }

  @Test("fails if the start line does not arrive in time")
  func late() {
    send("{")
    #expect(throws: StartLineError.timedOut) {
      try Lifeline(descriptor: reading).startLine(timeoutMs: 20)
    }
  }

  @Test("reports why a start line is invalid", arguments: ["x", "{}", "[]", ""])
  func invalid(_ text: String) {
    send(text + "\n")
    let error = #expect(throws: StartLineError.self) {
      try Lifeline(descriptor: reading).startLine(timeoutMs: 1000)
    }
    guard case .invalid(let reason)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(!reason.isEmpty)
  }
}
