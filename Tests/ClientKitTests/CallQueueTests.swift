import BusProtocol
import ClientKit
import HostKit
import Synchronization
import TestKit
import Testing

@Suite("Calls of a queue", .timeLimit(.minutes(10)))
struct CallQueueTests {
  let directory: TestDirectory
  let paths: HubPaths

  init() throws {
    directory = try TestDirectory()
    paths = try HubPaths(environment: ["MUSICBUS_HOME": directory.path])
  }

  /// The offsets of the calls in the order in which the hub gets them; it replies once none follows.
  private func order(of calls: [(offset: Int, priority: CallQueue.Priority)]) throws -> [Int] {
    let maxCalls = 28
    let arrived = Mutex<[WireMessage]>([])
    let hub = try FakeHub(paths) { message in
      guard message.header.type == .call else { return nil }
      return try arrived.withLock { arrived in
        arrived.append(message)
        // The first reply when no further call fits, and then one for each.
        let replied = arrived.count - maxCalls
        guard replied >= 0 else { return [] }
        let last = arrived.count == calls.count
        return try arrived[replied..<(last ? arrived.count : replied + 1)].map {
          try Sample.done(Done(), of: $0.header.id)
        }
      }
    }
    let locator = HubLocator(
      paths: paths,
      environment: ["MUSICBUS_HOME": directory.path],
      start: .expected(hub.process),
      client: PeerDescription(name: "test", version: "1")
    )
    let queue = try CallQueue()
    for (offset, priority) in calls {
      var parameters = CallParameters()
      parameters.offset = offset
      queue.submit(.favoritesList, parameters, timeoutMs: nil, priority: priority) { _ in }
    }
    let runner = CallRunner(locator, queue)
    let deadline = Deadline.after(.seconds(60))
    repeat { try runner.step(until: deadline) } while runner.callCount > 0 && !deadline.isExpired
    return try arrived.withLock { arrived in
      try arrived.map { try ($0.decodeBody() as CallParameters).offset ?? 0 }
    }
  }

  @Test("that a user waits for are made before those for pictures, whenever they were submitted")
  func priority() throws {
    let pictures = (0..<3).map { (offset: $0, priority: CallQueue.Priority.background) }
    let others = (3..<40).map { (offset: $0, priority: CallQueue.Priority.interactive) }
    #expect(try order(of: pictures + others) == Array(3..<40) + [0, 1, 2])
  }
}
