import BusProtocol
import CommandKit
import MusicModel

/// The options that all commands share.
enum GlobalOptions {
  static let limit = Option(
    "limit",
    .integer("COUNT", in: 1...200),
    help: "Maximum number of results."
  )
  static let offset = Option(
    "offset",
    .integer("COUNT", in: 0...100_000),
    help: "Skip this many results."
  )
  static let provider = Option(
    repeating: "provider",
    ValueSyntax("NAME", expectation: "the name of a provider such as audiodb") {
      ProviderID(rawValue: $0)
    },
    help: "Query only this provider.",
    default: "every provider that supports the query"
  )
  static let country = Option(
    "country",
    ValueSyntax("CODE", expectation: "two letters such as us") { word in
      let code = word.lowercased()
      let isCode = code.utf8.count == 2 && code.utf8.allSatisfy { (0x61...0x7A).contains($0) }
      return isCode ? code : nil
    },
    help: "Storefront country.",
    default: "client.country of the configuration, else us"
  )
  static let lang = Option(
    "lang",
    ValueSyntax("TAG", expectation: "a language such as en or pt-BR") { word in
      let isTag = (2...35).contains(word.utf8.count) && word.utf8.allSatisfy(isTagByte)
      return isTag ? word : nil
    },
    help: "Language of biographies and other texts.",
    default: "client.lang of the configuration, else that of LANG"
  )
  static let wait = Option(
    "wait",
    .duration("TIME", in: .zero ... .seconds(120)),
    help: "Stop waiting for slow sources after this time, once one has returned results.",
    default: "3s"
  )
  static let timeout = Option(
    "timeout",
    .duration("TIME", in: .milliseconds(100) ... .seconds(120)),
    help: "Overall time limit of the command.",
    default: "10s"
  )
  static let offline = Option(
    flag: "offline",
    help: "Show cached results only, however old; contact no source."
  )
  static let refresh = Option(
    flag: "refresh",
    help: "Query the sources even if cached results are fresh."
  )
  static let json = Option(flag: "json", help: "Print one JSON object per line.")
  static let plain = Option(flag: "plain", help: "Print tab-separated values, for scripts.")
  static let noColor = Option(flag: "no-color", help: "Disable colours (same as NO_COLOR=1).")
  static let noAutostart = Option(
    flag: "no-autostart",
    help: "Fail if no hub is running (same as MUSICBUS_NO_AUTOSTART=1)."
  )

  static let all = [
    limit.info, offset.info, provider.info, country.info, lang.info, wait.info, timeout.info,
    offline.info, refresh.info, json.info, plain.info, noColor.info, noAutostart.info,
  ]

  private static func isTagByte(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || byte == 0x2D
  }
}
