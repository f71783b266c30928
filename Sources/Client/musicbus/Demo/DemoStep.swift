import MusicModel

/// One thing that the demo shows: a command as a user would type it, and what to look at.
struct DemoStep: Sendable {
  let remark: String
  let arguments: @Sendable (DemoFinds) throws -> [String]
  /// Whose merging is explained after it, where that is worth it.
  var explains: (@Sendable (DemoFinds) throws -> EntityID)?

  init(
    _ remark: String,
    explains: (@Sendable (DemoFinds) throws -> EntityID)? = nil,
    _ arguments: @escaping @Sendable (DemoFinds) throws -> [String]
  ) {
    self.remark = remark
    self.arguments = arguments
    self.explains = explains
  }

  /// The walk, in its order.
  static let all: [DemoStep] = [
    DemoStep("Three providers, each a process of its own.") { _ in ["providers"] },
    DemoStep("Two sources are searched at once. What both know is shown once.") { _ in
      ["search", "artists", "Pink Floyd"]
    },
    DemoStep("One artist, put together from both sources.", explains: { try $0.artist() }) { _ in
      ["artist", "Pink Floyd"]
    },
    DemoStep("The discography of some years, by date, editions folded into one.") { _ in
      ["albums", "Pink Floyd", "--from", "1970", "--to", "1979-12-31"]
    },
    DemoStep("The songs of an album.", explains: { try $0.album() }) {
      ["songs", try $0.album().description]
    },
    DemoStep("A sample to listen to: where it is; --play plays it.") {
      ["preview", try $0.song().description]
    },
    DemoStep("What is most played, the first ten of a hundred.") { _ in
      ["top", "albums", "--limit", "10"]
    },
    DemoStep("Two artists of one name stay two.") { _ in ["search", "artists", "Slayer"] },
  ]
}
