import BusProtocol
import CommandKit
import MusicModel

/// Options that every command has.
enum GlobalOptions {
  static let limit = Option(
    "limit",
    .integer("COUNT", in: 1...200),
    help: "At most this many entries."
  )
  static let offset = Option(
    "offset",
    .integer("COUNT", in: 0...100_000),
    help: "Leave out so many entries from the start."
  )
  static let provider = Option(
    repeating: "provider",
    ValueSyntax("NAME", expectation: "the name of a provider such as audiodb") {
      ProviderID(rawValue: $0)
    },
    help: "Ask only this provider.",
    preset: "all that can answer"
  )
  static let country = Option(
    "country",
    ValueSyntax("CODE", expectation: "two letters such as us") { word in
      let code = word.lowercased()
      let isCode = code.utf8.count == 2 && code.utf8.allSatisfy { (0x61...0x7A).contains($0) }
      return isCode ? code : nil
    },
    help: "The shop of which country is asked.",
    preset: "client.country of the configuration, or us"
  )
  static let lang = Option(
    "lang",
    ValueSyntax("TAG", expectation: "a language such as en or pt-BR") { word in
      let isTag = (2...35).contains(word.utf8.count) && word.utf8.allSatisfy(isTagByte)
      return isTag ? word : nil
    },
    help: "The language of texts.",
    preset: "client.lang of the configuration, or that of LANG"
  )
  static let wait = Option(
    "wait",
    .duration("TIME", in: .zero ... .seconds(120)),
    help: "Show what is there after this time, without the slow sources.",
    preset: "3s"
  )
  static let timeout = Option(
    "timeout",
    .duration("TIME", in: .milliseconds(100) ... .seconds(120)),
    help: "Give up after this time.",
    preset: "10s"
  )
  static let offline = Option(
    flag: "offline",
    help: "Ask no source: show what is kept from before, whatever its age."
  )
  static let refresh = Option(
    flag: "refresh",
    help: "Ask the sources, also where what is kept is fresh."
  )
  static let json = Option(flag: "json", help: "One line of JSON for each entry, and nothing else.")
  static let plain = Option(flag: "plain", help: "Values parted by tabs, for other programs.")
  static let noColor = Option(flag: "no-color", help: "No colours, as with NO_COLOR set.")
  static let noAutostart = Option(
    flag: "no-autostart",
    help: "Fail where no hub runs, as with MUSICBUS_NO_AUTOSTART=1."
  )

  static let all = [
    limit.form, offset.form, provider.form, country.form, lang.form, wait.form, timeout.form,
    offline.form, refresh.form, json.form, plain.form, noColor.form, noAutostart.form,
  ]

  private static func isTagByte(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || byte == 0x2D
  }
}
