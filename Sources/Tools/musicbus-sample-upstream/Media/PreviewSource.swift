/// A second and a half of a tone for each song, where the store has thirty of the song.
///
/// It is a WAV whatever the extension says, as this server has no encoder of anything better.
struct PreviewSource: Sendable {
  private let request: Request

  init(_ request: Request) { self.request = request }

  func response() -> Response {
    let path = request.segments
    guard path.count > 1, let file = path.last,
      file.hasSuffix(".m4a") || path[1] == "deezer" && file.hasSuffix(".mp3")
    else { return .notFound }
    let tone = Tone(name: file)
    return Response(200, "audio/wav", tone.wav)
  }
}
