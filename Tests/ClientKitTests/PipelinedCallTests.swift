import BusProtocol
import ClientKit
import HostKit
import Synchronization
import TestKit
import Testing

@Suite("Calls of which several are in flight", .timeLimit(.minutes(10)))
struct PipelinedCallTests {
  let directory: TestDirectory
  let paths: HubPaths

  init() throws {
    directory = try TestDirectory()
    paths = try HubPaths(environment: ["MUSICBUS_HOME": directory.path])
  }

  private func client(of hub: FakeHub) throws -> BusClient {
    let locator = HubLocator(
      paths: paths,
      environment: ["MUSICBUS_HOME": directory.path],
      start: .expected(hub.process),
      client: PeerDescription(name: "test", version: "1")
    )
    return try BusClient(locator, timeout: .seconds(20))
  }

  private func call(_ offset: Int) -> Call<Reply> { Call.favorites.with { $0.offset = offset } }

  private static func reply(to message: WireMessage) throws -> WireMessage {
    let parameters: CallParameters = try message.decodeBody()
    var done = Done()
    done.next = parameters.offset
    return try Sample.done(done, of: message.header.id)
  }

  @Test("never exceed the limit, and their replies come in order")
  func order() throws {
    let waiting = Mutex<[WireMessage]>([])
    // It replies to three calls at a time, to the last first; to the rest when the tenth arrives.
    let hub = try FakeHub(paths) { message in
      guard message.header.type == .call else { return nil }
      return try waiting.withLock { calls in
        calls.append(message)
        let parameters: CallParameters = try message.decodeBody()
        guard calls.count == 3 || parameters.offset == 9 else { return [] }
        defer { calls = [] }
        return try calls.reversed().map(Self.reply)
      }
    }
    var next = 0
    var received: [Int?] = []
    var maxInFlight = 0
    try client(of: hub).pipeline(inFlight: 3, timeout: .seconds(20)) {
      guard next < 10 else { return nil }
      defer { next += 1 }
      maxInFlight = max(maxInFlight, next + 1 - received.count)
      return call(next)
    } receive: {
      received.append($0.done.next)
    }
    #expect(received == Array(0..<10))
    #expect(maxInFlight == 3)
  }

  @Test("the first failure ends them, and the others are cancelled")
  func failure() throws {
    let hub = try FakeHub(paths) { message in
      guard message.header.type == .call else { return nil }
      let parameters: CallParameters = try message.decodeBody()
      if parameters.offset == 1 { return [try Sample.failure(.notFound, of: message.header.id)] }
      return parameters.offset == 0 ? [try Self.reply(to: message)] : []
    }
    var next = 0
    var count = 0
    let error = #expect(throws: ClientError.self) {
      try client(of: hub).pipeline(inFlight: 4, timeout: .seconds(20)) {
        defer { next += 1 }
        return call(next)
      } receive: { _ in
        count += 1
      }
    }
    guard case .failed(let failure) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(failure.code == .notFound && count <= 1)
    try awaitCondition("cancel") { hub.received.contains { $0.header.type == .cancel } }
  }
}
