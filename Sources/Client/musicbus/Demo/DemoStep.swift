import MusicModel

/// A step of the demo: a command and a remark.
struct DemoStep: Sendable {
  let remark: String
  let arguments: @Sendable (DemoEntities) throws -> [String]
  /// The entity whose sources are listed after the command, if any.
  var explains: (@Sendable (DemoEntities) throws -> EntityID)?

  init(
    _ remark: String,
    explains: (@Sendable (DemoEntities) throws -> EntityID)? = nil,
    _ arguments: @escaping @Sendable (DemoEntities) throws -> [String]
  ) {
    self.remark = remark
    self.arguments = arguments
    self.explains = explains
  }

  /// The steps in order.
  static let all: [DemoStep] = [
    DemoStep("The providers, each in its own process.") { _ in ["providers"] },
    DemoStep("Search all sources concurrently; results known to several are merged.") { _ in
      ["search", "artists", "Pink Floyd"]
    },
    DemoStep("One artist, whose values come from several sources.", explains: { try $0.artist() }) {
      _ in
      ["artist", "Pink Floyd"]
    },
    DemoStep("Albums of one decade by date, with editions grouped.") { _ in
      ["albums", "Pink Floyd", "--from", "1970", "--to", "1979-12-31"]
    },
    DemoStep("The songs of an album.", explains: { try $0.album() }) {
      ["songs", try $0.album().description]
    },
    DemoStep("The location of a preview; without --url, it is played.") {
      ["preview", try $0.song().description, "--url"]
    },
    DemoStep("The first ten of the top 100 albums.") { _ in
      ["top", "albums", "--limit", "10"]
    },
    DemoStep("Two artists with the same name remain separate.") { _ in
      ["search", "artists", "Slayer"]
    },
  ]
}
