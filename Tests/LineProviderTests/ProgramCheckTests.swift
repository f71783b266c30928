import BusProtocol
import MusicModel
import TestKit
import Testing

@testable import musicbus_provider_lines

@Suite("Whether a program can start", .timeLimit(.minutes(10)))
struct ProgramCheckTests {
  private func failure(
    _ program: String,
    within time: Duration = .seconds(60)
  ) throws -> Failure? {
    let fixture = try Fixture(program)
    do throws(Failure) {
      try ProgramCheck.run(fixture.command, within: time)
      return nil
    } catch {
      return error
    }
  }

  @Test("is seen by its exit at the end of its input, without a call")
  func works() throws {
    #expect(try failure("for line in lines: sys.exit(9)") == nil)
  }

  @Test("and fails with the reason of its interpreter, and how to mend it")
  func fails() throws {
    let missing = try #require(try failure("import tea_and_biscuits"))
    #expect(missing.code == .internalError)
    #expect(missing.message.contains("No module named 'tea_and_biscuits'"), "\(missing)")
    #expect(missing.message.contains("in its own directory only"), "\(missing)")
    let silent = try #require(try failure("sys.exit(5)"))
    #expect(silent.message.contains("exited with status 5"), "\(silent)")
  }

  @Test("and is final if it refuses its configuration")
  func refuses() throws {
    let refused = try #require(
      try failure("print('unknown shop: ' + first['provider'], file=sys.stderr); sys.exit(78)")
    )
    #expect(refused.code == .configurationInvalid)
    #expect(refused.message.contains("unknown shop: shelf"), "\(refused)")
  }

  @Test("is not decided by one that still runs: it has started")
  func slow() throws {
    #expect(try failure("import signal\nsignal.pause()", within: .zero) == nil)
  }
}
