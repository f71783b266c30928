import BusProtocol
import ClientKit
import CommandKit
import HostKit
import MusicModel
import TestKit
import Testing

@testable import musicbus

@Suite("The deadlines of a command", .timeLimit(.minutes(10)))
struct DeadlineTests {
  let directory: TestDirectory

  init() throws { directory = try TestDirectory() }

  /// Runs a command on a hub that replies to each call after at least 20 ms, and that finds one artist
  /// named Nina Simone, or an album of hers, who are no favourites.
  private func calls(of arguments: [String]) throws -> [WireMessage] {
    let environment: Environment = ["MUSICBUS_HOME": directory.path]
    let hub = try FakeHub(try HubPaths(environment: environment)) { message in
      guard message.header.type == .call else { return nil }
      let start = MonotonicClock.nowMs
      while MonotonicClock.nowMs < start + 20 {}
      let parameters = try message.decodeBody(CallParameters.self)
      let isMatch =
        parameters.text?.hasPrefix("Nina Simone") == true
        && message.header.method != .favoritesList
      let artist = Entity.artist(Artist(id: Samples.id("audiodb:artist:1"), name: "Nina Simone"))
      var done = Done(parts: 0, items: isMatch ? [artist] : [])
      if message.header.method == .namesResolve {
        let kind = parameters.entityKinds?.first ?? .artist
        done.resolution = NameResolution(isMatch ? .one : .none, Samples.id("audiodb:\(kind):1"))
      }
      return [try WireMessage(Header(type: .done, re: message.header.id), done)]
    }
    _ = try? hub.run(arguments, environment)
    return hub.received.filter { $0.header.type == .call }
  }

  @Test(
    "are shared by all its calls",
    arguments: [
      ["artist", "Nina Simone"], ["albums", "Nina Simone"], ["songs", "Nina Simone"],
      ["album", "Nina Simone - Nowhere"], ["same", "Nina Simone", "Someone Else"],
      ["favorites", "add", "Nina Simone"], ["explain", "Nina Simone"],
    ]
  )
  func shared(_ arguments: [String]) throws {
    let calls = try calls(of: arguments + ["--timeout", "60s", "--wait", "30s"])
    #expect(calls.count > 1)
    for (earlier, later) in zip(calls, calls.dropFirst()) {
      #expect(try #require(later.header.timeoutMs) <= #require(earlier.header.timeoutMs) - 20)
    }
    let waits = try calls.compactMap { try $0.decodeBody(CallParameters.self).waitMs }
    #expect(waits.count > 1 || arguments[0] == "same")
    for (earlier, later) in zip(waits, waits.dropFirst()) { #expect(later <= earlier - 20) }
  }

  @Test("allow no call after the time limit, and name it")
  func passed() throws {
    let deadlines = CommandDeadlines(timeout: .milliseconds(50), wait: .zero)
    #expect(deadlines.waitLeftMs == 0)
    let failure = #expect(throws: CommandFailure.self) { try deadlines.timeLeft() }
    #expect(failure?.message == "The time limit of 50 ms has passed.")
    #expect(failure?.hint == "Try again with a longer --timeout.")
  }
}
