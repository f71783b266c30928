import BusProtocol
import ClientKit
import CommandKit
import HostKit
import MusicModel

/// One run of a command: what was asked for everywhere, the hub, and where to show things.
final class CommandContext {
  let terminal: Terminal
  let environment: Environment
  let places: HubPaths
  /// Options that every command has.
  let settings: Settings
  private let start: StartPolicy
  private var opened: BusClient?

  /// What the options of every command say, and where they are silent the configuration.
  struct Settings: Sendable {
    var limit: Int?
    var offset: Int?
    var providers: [ProviderID] = []
    var country: String?
    var lang: String?
    var wait: Duration = .seconds(3)
    var timeout: Duration = .seconds(10)
    /// Whether sources are asked.
    var cache: CallParameters.CacheMode?
    var json = false
    var plain = false
  }

  /// Takes from the command line what concerns every command; `start` is what to do where no hub
  /// runs, nothing for what options and configuration say.
  ///
  /// - Throws: ``PathError``, and ``UsageError`` where options contradict each other.
  init(
    _ invocation: Invocation,
    _ terminal: Terminal,
    environment: Environment = .current,
    start: StartPolicy? = nil
  ) throws {
    self.terminal = terminal
    self.environment = environment
    places = try HubPaths.current(environment)
    if invocation[GlobalOptions.offline], invocation[GlobalOptions.refresh] {
      throw invocation.refusal("--offline and --refresh exclude each other.")
    }
    if invocation[GlobalOptions.noColor] { terminal.useNoColor() }
    settings = Settings(invocation)
    let isForbidden =
      invocation[GlobalOptions.noAutostart]
      || !["", "0"].contains(environment["MUSICBUS_NO_AUTOSTART"] ?? "")
    self.start = start ?? (isForbidden ? .never : .ifNone())
  }

  /// The hub, which is found or started when it is first needed.
  func client(start: StartPolicy? = nil, patience: Duration = .seconds(10)) throws -> BusClient {
    if let opened { return opened }
    // Only from here on there is something to take back when the user interrupts.
    SignalHandling.install()
    var access = HubLocator(
      places: places,
      environment: environment,
      start: try start ?? allowedStart(),
      client: PeerDescription(name: "musicbus", version: CommandTable.version)
    )
    access.note = { [terminal] in terminal.note("musicbus: \($0)") }
    let client = try BusClient(access, patience: patience)
    opened = client
    return client
  }

  /// Asks the hub; the options of every command are filled in where `parameters` leaves them open.
  func ask(
    _ method: Method,
    _ parameters: CallParameters = CallParameters(),
    progress: ((CallProgress) -> Void)? = nil
  ) throws -> Reply {
    var parameters = parameters
    parameters.limit = parameters.limit ?? settings.limit
    parameters.offset = parameters.offset ?? settings.offset
    parameters.country = try parameters.country ?? settings.country ?? configured("country")
    parameters.lang = try parameters.lang ?? settings.lang ?? configured("lang") ?? localeLanguage
    parameters.cache = settings.cache
    parameters.waitMs = parameters.waitMs ?? settings.wait.milliseconds
    if parameters.providers == nil, !settings.providers.isEmpty {
      parameters.providers = settings.providers
    }
    return try client().call(method, parameters, ttl: settings.timeout, progress: progress)
  }

  /// Says goodbye to the hub.
  func close() { opened = nil }

  /// The configuration, read once.
  private(set) lazy var configuration = Result {
    try ConfigurationFile(at: places.configurationFile)
  }

  /// A text of the configuration's section `client`.
  func configured(_ name: String) throws -> String? {
    try configuration.get().contents["client"]?[name]?.text
  }

  private func allowedStart() throws -> StartPolicy {
    guard case .ifNone = start else { return start }
    let isWanted = try configuration.get().contents["client"]?["autostart"] != false
    return isWanted ? start : .never
  }

  /// The language of `LANG` and its like: `de` of `de_DE.UTF-8`, nothing of `C`.
  private var localeLanguage: String? {
    let variables = ["LC_ALL", "LC_MESSAGES", "LANG"]
    guard
      let locale = variables.lazy.compactMap({ self.environment[$0] }).first(where: { !$0.isEmpty })
    else { return nil }
    let language = locale.prefix { $0.isLetter }.lowercased()
    return (2...3).contains(language.count) && language.utf8.count == language.count
      ? language : nil
  }
}

extension CommandContext.Settings {
  init(_ invocation: Invocation) {
    limit = invocation[GlobalOptions.limit]
    offset = invocation[GlobalOptions.offset]
    providers = invocation[GlobalOptions.provider]
    country = invocation[GlobalOptions.country]
    lang = invocation[GlobalOptions.lang]
    wait = invocation[GlobalOptions.wait] ?? wait
    timeout = invocation[GlobalOptions.timeout] ?? timeout
    if invocation[GlobalOptions.refresh] { cache = .bypass }
    if invocation[GlobalOptions.offline] { cache = .only }
    json = invocation[GlobalOptions.json]
    plain = invocation[GlobalOptions.plain]
  }
}
