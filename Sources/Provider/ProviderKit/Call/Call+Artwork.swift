internal import BusProtocol
public import MusicModel

extension Call {
  /// Fetches the picture at the URL of the call, or the one of an entity that suits the size.
  ///
  /// `artwork` returns the pictures of the entity; it is called only without a URL.
  public func fetchArtwork(
    _ artwork: () async throws -> [Artwork]?
  ) async throws -> Media? {
    if let url = parameters.url { return try await fetchMedia(.image, at: url) }
    guard let pictures = try await artwork(), let largest = pictures.first else { return nil }
    let suitable = parameters.size.flatMap { size in
      pictures.last { $0.role == largest.role && ($0.width ?? 0) >= size }
    }
    return try await fetchImage(at: (suitable ?? largest).url, original: largest.url)
  }

  /// Fetches the preview at the URL of the call, or that of the song.
  ///
  /// URLs of previews may expire; `currentURL` returns the one that the song has now.
  public func fetchPreview(
    _ currentURL: () async throws -> String?
  ) async throws -> Media? {
    if let url = parameters.url {
      do throws(Failure) {
        return try await fetchMedia(.audio, at: url)
      } catch {
        let isExpired = error.code == .notFound || error.code == .upstreamRateLimited
        guard isExpired, parameters.id != nil else { throw error }
      }
    }
    guard let url = try await currentURL() else { return nil }
    return try await fetchMedia(.audio, at: url)
  }
}
