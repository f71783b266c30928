import BusProtocol
import Foundation
import MusicModel
import Testing

@testable import ProviderKit

@Suite("The lease of a provider", .timeLimit(.minutes(1)))
struct LifelineTests {
  let reading: Int32
  let writing: Int32

  init() throws {
    var pipe: [Int32] = [0, 0]
    try #require(Glibc.pipe(&pipe) == 0)
    (reading, writing) = (pipe[0], pipe[1])
  }

  private func say(_ text: String) { _ = write(writing, text, text.utf8.count) }

  @Test("begins with a line that says where to connect, and stays open")
  func line() throws {
    say(
      #"{"versions":{"min":"1.0","max":"1.3"},"endpoint":"ipc://x","token":"t","config":{"a":1},"new":1}"#
        + "\nmore"
    )
    let start = try Lifeline(descriptor: reading).startLine(withinMs: 1000)
    #expect(start.endpoint == "ipc://x")
    #expect(start.config["a"] == .integer(1))
    #expect(Lifeline(descriptor: reading).isOver() == false, "what follows is thrown away")
    close(writing)
    #expect(Lifeline(descriptor: reading).isOver())
  }

  @Test("that ends before its line is none")
  func ended() {
    say("{\"vers")
    close(writing)
    #expect(throws: Lifeline.Problem.ended) {
      try Lifeline(descriptor: reading).startLine(withinMs: 1000)
    }
  }

  @Test("whose line does not come is given up")
  func late() {
    say("{")
    #expect(throws: Lifeline.Problem.notInTime) {
      try Lifeline(descriptor: reading).startLine(withinMs: 20)
    }
  }

  @Test("whose line is no start line says why", arguments: ["x", "{}", "[]", ""])
  func unreadable(_ text: String) {
    say(text + "\n")
    let problem = #expect(throws: Lifeline.Problem.self) {
      try Lifeline(descriptor: reading).startLine(withinMs: 1000)
    }
    guard case .unreadable(let reason)? = problem else {
      Issue.record("\(String(describing: problem))")
      return
    }
    #expect(!reason.isEmpty)
  }
}
