import HostKit

/// The sample sources in a separate process, for real providers over real HTTP.
final class SampleSources {
  /// The environment that makes the providers use them.
  let environment: Environment
  private let child: ChildProcess

  init() throws {
    let path = try Programs.path("musicbus-sample-upstream")
    var launch = Launch(path, ["--lease"], environment: Environment.current)
    launch.input = .lifeline
    launch.output = .pipe
    child = try ChildProcess(launch)
    let deadline = Deadline.after(.seconds(20))
    var text = ""
    while !text.contains("\n"), let output = child.output, output.waitUntilReadable(deadline) {
      guard case .bytes(let bytes) = try output.read() else { break }
      text += String(decoding: bytes, as: UTF8.self)
    }
    guard let url = text.split(separator: "\n").first.map(String.init) else {
      throw Missing("the address of the sample sources")
    }
    let sources = [
      "AUDIODB", "COVERART", "DEEZER", "ITUNES", "MUSICBRAINZ", "RSS", "SPOTIFY",
      "SPOTIFY_ACCOUNTS", "WIKIDATA", "WIKIPEDIA",
    ]
    environment = Dictionary(uniqueKeysWithValues: sources.map { ("MUSICBUS_\($0)_URL", url) })
  }
}
