import BusProtocol
import Dispatch
import MusicModel
import Synchronization
import Testing

@testable import musicbus_web

@Suite("The report of the doctor", .timeLimit(.minutes(5)))
struct DoctorReportTests {
  /// A check that takes until it is let go on.
  private final class Check: Sendable {
    let runs = Mutex(0)
    let goOn = DispatchSemaphore(value: 0)

    func run() -> DoctorReport.Findings {
      let number = runs.withLock { runs in
        runs += 1
        return runs
      }
      goOn.wait()
      return .success([.integer(number)])
    }
  }

  private let check = Check()
  private let report: DoctorReport

  init() { report = DoctorReport { [check] in check.run() } }

  /// Makes requests, ends the run, and returns the replies.
  private func replies(to count: Int) async throws -> [DoctorReport.Findings] {
    let (stream, replies) = AsyncStream.makeStream(of: DoctorReport.Findings.self)
    for _ in 0..<count { try report.find { replies.yield($0) } }
    check.goOn.signal()
    var all: [DoctorReport.Findings] = []
    for await reply in stream {
      all.append(reply)
      if all.count == count { break }
    }
    return all
  }

  @Test("is made once for all who ask meanwhile, and anew for who asks then")
  func shared() async throws {
    #expect(try await replies(to: 7) == Array(repeating: .success([1]), count: 7))
    #expect(try await replies(to: 2) == Array(repeating: .success([2]), count: 2))
    #expect(check.runs.withLock { $0 } == 2)
  }

  @Test("is waited for by a bounded number of requests")
  func bound() async throws {
    let (stream, replies) = AsyncStream.makeStream(of: DoctorReport.Findings.self)
    for _ in 0..<DoctorReport.maxWaiting { try report.find { replies.yield($0) } }
    let problem = #expect(throws: Problem.self) { try report.find { replies.yield($0) } }
    #expect(problem?.status == 503 && problem?.code == .busy)
    check.goOn.signal()
    var count = 0
    for await _ in stream {
      count += 1
      if count == DoctorReport.maxWaiting { break }
    }
    #expect(try await self.replies(to: 1) == [.success([2])])
  }
}
