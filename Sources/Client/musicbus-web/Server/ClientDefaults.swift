import BusProtocol
import HostKit
import JSON
import MusicModel

/// The user's settings that the page starts with: those of the configuration's section `client`.
struct ClientDefaults: Hashable, Sendable, Encodable {
  var country: String?
  var lang: String?
  let version = MusicBusVersion.current

  init(_ configuration: ConfigurationFile) {
    country = configuration.setting("client", "country")?.text
    lang = configuration.setting("client", "lang")?.text
  }

  /// As JSON.
  var bytes: [UInt8] { (try? JSONCodec.encode(self)) ?? Array("{}".utf8) }

  private enum CodingKeys: CodingKey { case country, lang, version }
}
