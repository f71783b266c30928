import BusProtocol
import CommandKit
import HostKit
import MusicModel

/// The options that all commands share.
enum GlobalOptions {
  static let limit = Option(
    "limit",
    short: "n",
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
    ValueSyntax(
      "NAME",
      expectation: "the name of a provider such as audiodb",
      suggestions: .list(.providers)
    ) {
      ProviderID(rawValue: $0)
    },
    help: "Query only this provider.",
    default: "every provider that supports the query"
  )
  static let country = Option(
    "country",
    syntax("CODE", of: .country),
    help: "Storefront country.",
    default: "client.country of the configuration, else \(ConfigurationKey.defaultCountry)"
  )
  static let lang = Option(
    "lang",
    syntax("TAG", of: .language),
    help: "Language of biographies and other texts.",
    default: "client.lang of the configuration, else that of LANG"
  )
  static let wait = Option(
    "wait",
    .duration("TIME", in: .zero ... .seconds(120)),
    help: "Stop waiting for slow sources after this time, once one has returned results.",
    default: "3s"
  )
  static let complete = Option(
    flag: "complete",
    help: "Wait for every source until the time limit; exit with status 75 if one is missing."
  )
  static let timeout = Option(
    "timeout",
    .duration("TIME", in: .milliseconds(100) ... .seconds(120)),
    help: "Overall time limit of the command.",
    default: "10s"
  )
  static let offline = Option(
    flag: "offline",
    help: "Use only the library and cached results, however old; contact no source."
  )
  static let refresh = Option(
    flag: "refresh",
    help: "Query the sources even if cached results are fresh."
  )
  static let json = Option(
    "json",
    short: "j",
    optional: .members("FIELDS"),
    bare: [],
    help: "Print one JSON object per line, with these members only if given."
  )
  static let template = Option(
    "template",
    .template("TEXT"),
    help: "Print each result in this form, such as \"{title} by {artist.name}\"."
  )
  static let plain = Option(
    flag: "plain",
    help: "Print tab-separated values with a line of titles, for scripts."
  )
  static let verbose = Option(
    flag: "verbose",
    short: "v",
    help: "Print the attribution of each source in full."
  )
  static let noColor = Option(flag: "no-color", help: "Disable colours (same as NO_COLOR=1).")
  static let noAutostart = Option(
    flag: "no-autostart",
    help: "Fail if no hub is running (same as MUSICBUS_NO_AUTOSTART=1)."
  )

  static let noPager = Option(flag: "no-pager", help: "Do not use a pager for long output.")

  /// The titles of the groups in help.
  static let page = "Options for lists"
  static let sources = "Options for sources"
  static let format = "Options for output"

  static let groups = [
    OptionGroup(page, [limit.info, offset.info]),
    OptionGroup(
      sources,
      [
        provider.info, country.info, lang.info, complete.info, offline.info, refresh.info,
      ]
    ),
    OptionGroup(
      format,
      [json.info, template.info, plain.info, verbose.info]
    ),
  ]

  /// The options that matter to every command.
  static let general = [wait.info, timeout.info, noColor.info, noPager.info, noAutostart.info]

  /// The syntax of an option whose value can also be configured.
  private static func syntax(
    _ name: String,
    of key: ConfigurationKey
  ) -> ValueSyntax<String> {
    ValueSyntax(name, expectation: key.schema.expectation) { key.schema.valid(.string($0))?.text }
  }
}
