import BusProtocol
import Foundation
import HostKit
import HubCore
import MusicModel
import Storage
import TestKit
import Testing

@testable import HubRuntime

@Suite("The file of kept answers", .timeLimit(.minutes(1)))
struct AnswerKeeperTests {
  let folder: TemporaryFolder
  var path: String { "\(folder.path)/cache/answers.sqlite" }

  init() throws { folder = try TemporaryFolder() }

  private static func question(_ text: String) throws -> ProviderQuery {
    var parameters = CallParameters()
    parameters.text = text
    let provider = try #require(ProviderID(rawValue: "a"))
    return ProviderQuery(provider: provider, method: .searchArtists, parameters: parameters)
  }

  private static func answer(_ size: Int = 3) throws -> CachedReply {
    let id = try #require(EntityID("a:artist:1"))
    let record = CachedReply.Record(.artist(Artist(id: id, name: "Nina")), fetchedMs: 5)
    var answer = CachedReply(askedMs: WallClock.unixMs, freshMs: 10, records: [record], skipped: 1)
    answer.media = Done.Media(type: "image/jpeg")
    answer.attachment = [UInt8](repeating: 7, count: size)
    return answer
  }

  private func keeper(_ change: (inout ReplyStoreLimits) -> Void = { _ in }) throws -> ProviderCache
  {
    var limits = ReplyStoreLimits()
    change(&limits)
    return try ProviderCache(at: path, limits: limits, log: HubLog(level: .error))
  }

  /// What is found, once all that was handed over is done.
  private func find(_ keeper: ProviderCache, _ text: String) throws -> CachedReply? {
    keeper.take(.find(try Self.question(text), ticket: 1))
    keeper.waitUntilIdle()
    guard case .answerFound(1, let kept)? = keeper.takeNews().last else { return nil }
    return kept
  }

  @Test("gives back what was kept, also to the next hub, with its bytes")
  func kept() throws {
    let first = try keeper()
    let answer = try Self.answer()
    first.take(.keep(answer, try Self.question("nina")))
    #expect(try find(first, "nina") == answer)
    #expect(try find(first, "miles") == nil)
    #expect(first.close(before: .after(.seconds(60))))
    let second = try keeper()
    #expect(try find(second, "nina") == answer)
  }

  @Test("a full disk is told, what is there stays, and the rest is kept once there is room")
  func full() throws {
    let keeper = try keeper { $0.pagesMax = 40 }
    keeper.take(.keep(try Self.answer(), try Self.question("nina")))
    keeper.take(.keep(try Self.answer(1_000_000), try Self.question("large")))
    #expect(try find(keeper, "large") == nil)
    #expect(try find(keeper, "nina") != nil)
    keeper.take(.order(.status, ticket: 2))
    keeper.waitUntilIdle()
    guard case .cacheTold(2, .status(let status))? = keeper.takeNews().last else {
      Issue.record("no status")
      return
    }
    #expect(status.answers == 1)
    #expect(status.problem?.contains("full") == true, "\(status)")
    keeper.take(.keep(try Self.answer(), try Self.question("small")))
    #expect(try find(keeper, "small") != nil)
  }

  @Test("a damaged file is set aside and begun anew")
  func damaged() throws {
    let first = try keeper()
    first.take(.keep(try Self.answer(), try Self.question("nina")))
    #expect(first.close(before: .after(.seconds(60))))
    try Data("This is no database, however long one looks at it.".utf8)
      .write(to: URL(fileURLWithPath: path))
    let second = try keeper()
    #expect(try find(second, "nina") == nil)
    second.take(.keep(try Self.answer(), try Self.question("nina")))
    #expect(try find(second, "nina") != nil)
    #expect(FileManager.default.fileExists(atPath: "\(path).damaged"))
  }

  @Test("a file damaged while it is used is set aside as well")
  func damagedInUse() throws {
    let keeper = try keeper()
    for number in 0..<50 {
      keeper.take(.keep(try Self.answer(20_000), try Self.question("\(number)")))
    }
    #expect(keeper.close(before: .after(.seconds(60))))
    let again = try self.keeper()
    again.waitUntilIdle()
    let handle = try #require(FileHandle(forWritingAtPath: path))
    try handle.seek(toOffset: 4096)
    try handle.write(contentsOf: Data(repeating: 0xFF, count: 400_000))
    for number in 0..<50 { _ = try find(again, "\(number)") }
    again.take(.keep(try Self.answer(), try Self.question("nina")))
    #expect(try find(again, "nina") != nil)
    #expect(FileManager.default.fileExists(atPath: "\(path).damaged"))
  }

  @Test("a file that cannot be opened fails nothing")
  func unusable() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let keeper = try keeper()
    keeper.take(.keep(try Self.answer(), try Self.question("nina")))
    #expect(try find(keeper, "nina") == nil)
    keeper.take(.order(.clear, ticket: 3))
    keeper.waitUntilIdle()
    guard case .cacheTold(3, .failed)? = keeper.takeNews().last else {
      Issue.record("no failure")
      return
    }
  }

  @Test("a disk that does not answer is not waited for longer than until the deadline")
  func hanging() throws {
    let keeper = try keeper()
    keeper.waitUntilIdle()
    var isClosed = true
    keeper.whileBusy { isClosed = keeper.close(before: .after(.milliseconds(20))) }
    #expect(!isClosed)
    #expect(keeper.close(before: .after(.seconds(60))))
  }

  @Test("what waits for the disk is bounded, and every question gets its answer")
  func bounded() throws {
    let keeper = try keeper()
    let question = try Self.question("nina")
    let count = 3 * ProviderCache.jobsMax
    keeper.whileBusy {
      for ticket in 0..<count { keeper.take(.find(question, ticket: ticket)) }
      #expect(keeper.takeNews().count == count - ProviderCache.jobsMax)
    }
    keeper.waitUntilIdle()
    #expect(keeper.takeNews().count == ProviderCache.jobsMax)
  }

  @Test("what is to be found does not wait for what is to be kept of other questions")
  func overtaking() throws {
    let (one, other) = (try Self.question("nina"), try Self.question("miles"))
    var jobs = AnswerJobs()
    jobs.add(.keep(try Self.answer(), one))
    jobs.add(.find(other, ticket: 1))
    guard case .find(other, 1)? = jobs.next(), case .keep(_, one)? = jobs.next() else {
      Issue.record("it waits")
      return
    }
    #expect(jobs.count == 0)
    #expect(jobs.bytes == 0)
  }

  @Test("what is to be found waits for its own answer to be kept, and for orders")
  func waiting() throws {
    let question = try Self.question("nina")
    let firsts = [
      ProviderCache.Job.keep(try Self.answer(), question), .order(.clear, ticket: 1),
    ]
    for first in firsts {
      var jobs = AnswerJobs()
      jobs.add(first)
      jobs.add(.find(question, ticket: 2))
      if case .find? = jobs.next() { Issue.record("it does not wait for \(first)") }
      guard case .find(question, 2)? = jobs.next() else {
        Issue.record("it is not found")
        return
      }
    }
  }

  @Test("what is pinned is neither cleared nor pushed out")
  func pinned() throws {
    let keeper = try keeper { $0.bytesMax = 100_000 }
    let provider = try #require(ProviderID(rawValue: "a"))
    let id = try #require(EntityID("a:artist:1"))
    var parameters = CallParameters()
    parameters.id = id
    let question = ProviderQuery(provider: provider, method: .getArtist, parameters: parameters)
    keeper.take(.keep(try Self.answer(), question))
    keeper.take(.order(.pin([id], isPinned: true), ticket: 1))
    for number in 0..<20 {
      keeper.take(.keep(try Self.answer(20_000), try Self.question("\(number)")))
    }
    keeper.take(.order(.clear, ticket: 2))
    keeper.take(.find(question, ticket: 3))
    keeper.waitUntilIdle()
    guard case .answerFound(3, .some)? = keeper.takeNews().last else {
      Issue.record("what was pinned is gone")
      return
    }
    #expect(try find(keeper, "19") == nil)
  }

  @Test("remembers the last searches, each once, and no more than so many")
  func searches() throws {
    let keeper = try keeper { $0.searchesMax = 3 }
    for (number, text) in ["a", "b", "c", "a", "d"].enumerated() {
      let search = ReplyStore.Search(
        method: "artists.search",
        text: text,
        atMs: number,
        total: number
      )
      keeper.take(.note(search))
    }
    keeper.take(.order(.recent(limit: 10), ticket: 1))
    keeper.waitUntilIdle()
    guard case .cacheTold(1, .recent(let searches))? = keeper.takeNews().last else {
      Issue.record("no searches")
      return
    }
    #expect(searches.map(\.text) == ["d", "a", "c"])
  }
}
