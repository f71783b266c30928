import EntityResolution
import MusicModel

/// Where the user can play a song as a whole.
struct OwnStream: Sendable {
  let provider: ProviderID
  /// The song in the record of the provider.
  let song: EntityID
  let stream: SongStream

  /// `owned` are the namespaces of what the user owns.
  fileprivate init?(_ record: SourceRecord, owned: Set<String>) {
    guard case .song(let song) = record.entity, let stream = song.stream,
      owned.contains(song.id.namespace)
    else { return nil }
    (provider, self.song, self.stream) = (record.provider, song.id, stream)
  }

  /// The best quality first.
  fileprivate static func isBetter(_ one: OwnStream, _ other: OwnStream) -> Bool {
    (-(one.stream.kbps ?? 0), one.provider, one.stream.url)
      < (-(other.stream.kbps ?? 0), other.provider, other.stream.url)
  }
}

extension [SourceRecord] {
  /// The streams of the records that are of what the user owns, the best quality first.
  ///
  /// `players` are the providers that can fetch them.
  func ownStreams(owned: Set<String>, players: Set<ProviderID>) -> [OwnStream] {
    filter { players.contains($0.provider) }.compactMap { OwnStream($0, owned: owned) }
      .sorted(by: OwnStream.isBetter)
  }
}
