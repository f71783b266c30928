import Testing

@Suite("Words that are not written")
struct WordTests {
  struct Ban: Sendable, CustomTestStringConvertible {
    let word: String
    let instead: String
    var inTests = false
    /// Where it may stand all the same.
    var except: [String] = []

    var testDescription: String { word }
  }

  static let bans: [Ban] = [
    Ban(word: "try!", instead: "throw, or handle the error"),
    Ban(word: "as!", instead: "as?"),
    Ban(word: "fatalError(", instead: "an error, or preconditionFailure for our own bugs"),
    Ban(word: "@unchecked Sendable", instead: "a Mutex", inTests: true),
    Ban(
      word: "nonisolated(unsafe)",
      instead: "a Mutex",
      inTests: true,
      except: ["Sources/Host/ZeroMQ/"]
    ),
    Ban(word: "Thread.sleep", instead: "a wait for an event with a deadline", inTests: true),
    Ban(word: "usleep(", instead: "a wait for an event with a deadline", inTests: true),
    Ban(
      word: "Task.sleep",
      instead: "a wait for an event with a deadline",
      inTests: true,
      except: ["Sources/Provider/ProviderKit/"]
    ),
    Ban(word: "DispatchQueue.global", instead: "a thread or task of one's own"),
  ]

  @Test("are not there", arguments: bans)
  func banned(_ ban: Ban) {
    for file in SourceFile.all where ban.inTests || !file.isTest {
      guard !ban.except.contains(where: { file.path.hasPrefix($0) }) else { continue }
      for line in file.code where line.text.contains(ban.word) {
        Issue.record("\(file.path):\(line.number) says \(ban.word); write \(ban.instead)")
      }
    }
  }

  static let purelyModules = [
    "JSON", "MusicModel", "EntityResolution", "CommandKit", "FavoritesModel", "HubCore",
  ]

  @Test("never make a pure module wait or read a clock", arguments: purelyModules)
  func pure(_ module: String) {
    let words = ["Date()", "ContinuousClock", "SuspendingClock", ".random(", "async ", "await "]
    for file in SourceFile.all where file.target == module && !file.isTest {
      for line in file.code {
        for word in words where line.text.contains(word) {
          Issue.record("\(file.path):\(line.number) says \(word)")
        }
      }
    }
  }

  @Test("no line waits to be written", arguments: SourceFile.all.filter { !$0.isTest })
  func leftovers(_ file: SourceFile) {
    for (index, line) in file.lines.enumerated() {
      for word in ["TODO", "FIXME"] where line.contains(word) {
        Issue.record("\(file.path):\(index + 1) says \(word)")
      }
    }
  }
}
