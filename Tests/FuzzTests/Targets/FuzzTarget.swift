import BusProtocol
import HubCore
import JSON
import MusicModel
import Storage

/// A function that reads untrusted bytes. It must neither crash nor hang.
enum FuzzTarget: String, CaseIterable, Sendable {
  /// JSON text in each dialect.
  case json
  /// The frames of a message, a zero byte between each two.
  case frames
  case header
  case body
  /// A manifest, or a descriptor.
  case manifest
  /// The body with which a provider ends a call, at a hub.
  case reply
  /// A favourites file, or a file to import.
  case favorites
  /// The file of user verdicts.
  case verdicts
  /// The response of an upstream.
  case audiodb
  case itunesSearch = "itunes-search"
  case itunesRSS = "itunes-rss"
  case deezer, musicbrainz, spotify, wikipedia

  func run(_ bytes: [UInt8]) {
    switch self {
    case .json: FuzzTarget.readJSON(bytes)
    case .frames:
      let frames = bytes.split(separator: 0, omittingEmptySubsequences: false).map(Array.init)
      guard let message = try? WireMessage(frames: frames) else { return }
      FuzzTarget.readBody(message.body ?? [])
      HubTarget.receive(message)
    case .header:
      guard let message = try? WireMessage(frames: [WireMessage.tag, bytes]) else { return }
      // A decoded value is encoded, and decoded again.
      let again = (try? message.frames()).flatMap { try? WireMessage(frames: $0) }
      precondition(again?.header == message.header, "A header has changed.")
    case .body: FuzzTarget.readBody(bytes)
    case .manifest:
      _ = try? JSONCodec.decode(Manifest.self, from: bytes)
      try? JSONCodec.decode(Descriptor.self, from: bytes).check()
    case .reply: HubTarget.receiveReply(bytes)
    case .favorites: FavoritesTarget.read(bytes)
    case .verdicts: FuzzTarget.readVerdicts(bytes)
    case .audiodb: ProviderTarget.audioDB.receive(bytes)
    case .itunesSearch: ProviderTarget.iTunesSearch.receive(bytes)
    case .itunesRSS: ProviderTarget.iTunesRSS.receive(bytes)
    case .deezer: ProviderTarget.deezer.receive(bytes)
    case .musicbrainz: ProviderTarget.musicBrainz.receive(bytes)
    case .spotify: ProviderTarget.spotify.receive(bytes)
    case .wikipedia: ProviderTarget.wikipedia.receive(bytes)
    }
  }

  private static func readJSON(_ bytes: [UInt8]) {
    for dialect in [JSONDialect.wire, .configuration, .foreign] {
      var cursor = JSONCursor(bytes, dialect: dialect)
      let located = try? cursor.skipValue()
      do throws(JSONError) {
        let value = try JSONValue(bytes, dialect)
        precondition(located != nil && cursor.next == nil, "A value that is read is not located.")
        let written = try? JSONCodec.encode(value)
        precondition(written != nil, "A value that was read cannot be written.")
      } catch {
        precondition((0...bytes.count).contains(error.offset), "An error is outside of the text.")
      }
    }
  }

  private static func readVerdicts(_ bytes: [UInt8]) {
    guard let document = try? VerdictDocument(bytes) else { return }
    let written = (try? VerdictDocument.text(of: document.verdicts)) ?? []
    let again = try? VerdictDocument(written)
    precondition(again?.damaged == [], "A decoded document cannot be encoded.")
    // Times are saved to the second, so the first and second encoding are compared.
    let twice = again.flatMap { try? VerdictDocument.text(of: $0.verdicts) }
    precondition(twice == written, "Verdicts have changed.")
  }

  private static func readBody(_ bytes: [UInt8]) {
    read(Hello.self, bytes)
    read(Welcome.self, bytes)
    read(Reject.self, bytes)
    read(CallParameters.self, bytes)
    read(Part.self, bytes)
    read(Done.self, bytes)
    read(Failure.self, bytes)
    read(Pong.self, bytes)
    read(Bye.self, bytes)
  }

  private static func read<Body: Codable>(_ type: Body.Type, _ bytes: [UInt8]) {
    do {
      let body = try JSONCodec.decode(type, from: bytes)
      let written = try JSONCodec.encode(body)
      let again = try JSONCodec.decode(type, from: written)
      let isSame = try JSONCodec.encode(again) == written
      precondition(isSame, "A \(type) has changed.")
    } catch {
      _ = JSONCodec.describe(error)
    }
  }
}
