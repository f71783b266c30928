internal import ProviderKit

/// The Cover Art Archive: the covers of releases and release groups of MusicBrainz.
struct CoverArtArchive: Sendable {
  let upstream: Upstream
  private let api: JSONAPI

  init(_ configuration: ProviderConfiguration) throws(Failure) {
    let address = "https://coverartarchive.org"
    upstream = try configuration.upstream(address, named: "COVERART", key: "coverArtURL")
    api = JSONAPI(upstream)
  }

  /// Returns the front and back covers of a release or release group, largest first.
  ///
  /// Many have none. If the archive does not respond, the reply is requested again soon.
  func covers(_ call: Call, of id: EntityID) async throws -> [Artwork] {
    let index = try await call.optionally { try await api.record(call, [id.type, id.value]) }
    return index?.records("images").flatMap(\.covers) ?? []
  }
}

extension JSONRecord {
  /// An image in its sizes; old entries name two of them.
  fileprivate var covers: [Artwork] {
    guard flag("front") == true || flag("back") == true else { return [] }
    let sizes = [("1200", 1200), ("500", 500), ("large", 500), ("250", 250), ("small", 250)]
    return record("thumbnails")?.pictures(sizes, flag("front") == true ? .cover : .back) ?? []
  }
}
