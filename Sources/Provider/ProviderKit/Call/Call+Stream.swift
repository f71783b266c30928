internal import BusProtocol

/// Parts of songs, for users who play them from their own servers.
extension Call {
  /// Fetches the part of the song at the URL of the call that `firstByte` and `maxBytes` name, with one request.
  ///
  /// The part is empty after the end of the song.
  ///
  /// - Throws: `INVALID_PARAMS` if the URL is at none of the provider's upstreams and hosts, `UPSTREAM_BAD_DATA` if
  ///   the response is not that part of an audio file, and the errors of ``fetchJSON(_:timeout:emptyBody:)``.
  package func fetchStream(by access: FileAccess? = nil) async throws(Failure) -> Media {
    let access = access ?? upstreamAccess
    let first = parameters.firstByte ?? 0
    var request = try access.request(parameters.url ?? "")
    let range = first...first + min(parameters.maxBytes ?? .max, Call.maxMediaBytes) - 1
    request.range = range
    let response = try await access.authorizing(request) { request throws(Failure) in
      try await context.client.fetch(
        request,
        in: context,
        accept: MediaKind.audio.accept,
        maxBytes: Call.maxMediaBytes
      )
    }
    guard let part = FilePart(response, of: range) else {
      throw badData(request, "another part of the file than requested")
    }
    // The first bytes of a file say what it is. A service may describe an error in place of a file.
    let detected = first == 0 ? MediaKind.audio.type(of: part.bytes) : nil
    guard let type = detected ?? part.audioType else {
      throw badData(request, "\(MediaKind.describe(response.body)) instead of audio")
    }
    var media = Media(bytes: part.bytes, type: type, url: request.address.description)
    (media.firstByte, media.totalBytes) = (first, part.totalBytes)
    return media
  }

  /// A song is at one of the provider's upstreams or hosts, and needs nothing but its URL.
  private var upstreamAccess: FileAccess {
    FileAccess(request: request(to:)) { request, send throws(Failure) in try await send(request) }
  }
}
