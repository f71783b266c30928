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
    country = (try? configuration.validValue(of: .country))?.text
    lang = (try? configuration.validValue(of: .language))?.text
  }

  /// As JSON.
  var bytes: [UInt8] { (try? JSONCodec.encode(self)) ?? Array("{}".utf8) }

  private enum CodingKeys: CodingKey { case country, lang, version }
}
