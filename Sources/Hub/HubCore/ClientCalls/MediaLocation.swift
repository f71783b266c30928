import BusProtocol
import MusicModel

/// The location of a file: the URL of a picture or sound, or the song whose lyrics a provider may have.
struct MediaLocation: Hashable, Sendable {
  let provider: ProviderID
  /// Empty for lyrics.
  let url: String
  /// The song of a sound, whose URL may have expired, or of lyrics; `nil` for a picture.
  var id: EntityID?
  /// Of lyrics: the song as it is known, by whose names they are found.
  var song: Song?
  /// Whether it was tried before, and lost with its provider.
  var isRetry = false

  /// The parameters with which its provider fetches the file for a call.
  func parameters(like call: CallParameters) -> CallParameters {
    var parameters = CallParameters()
    parameters.id = id
    guard let song else {
      parameters.url = url
      parameters.size = call.size
      (parameters.firstByte, parameters.maxBytes) = (call.firstByte, call.maxBytes)
      return parameters
    }
    parameters.ids = song.ids
    parameters.text = song.title
    parameters.artist = song.artist?.name
    parameters.album = song.album?.title
    parameters.durationMs = song.durationMs
    parameters.lang = call.lang
    return parameters
  }
}

extension MediaLocation {
  init(_ stream: OwnStream) {
    self.init(provider: stream.provider, url: stream.stream.url, id: stream.song)
  }
}
