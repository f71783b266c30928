import BusProtocol
import ClientKit
import CommandKit
import HostKit
import MusicModel

/// The context of a command: global options, paths, the connection to the hub, and the terminal.
final class CommandContext {
  let terminal: Terminal
  let environment: Environment
  let paths: HubPaths
  /// The global options.
  let settings: Settings
  private let start: StartPolicy
  private var opened: BusClient?
  /// The deadlines of this command, which started with it, or with ``restartDeadlines()``.
  private(set) var deadlines: CommandDeadlines
  /// When no source could be reached.
  private var disconnected: ContinuousClock.Instant?
  /// Whether no source could be reached; the library is used for half a minute then, and in a command
  /// that lasts longer, sources are asked again.
  var isDisconnected: Bool { disconnected.map { .now - $0 < .seconds(30) } ?? false }

  /// The global options, with defaults from the configuration.
  struct Settings: Sendable {
    var limit: Int?
    var offset: Int?
    var providers: [ProviderID] = []
    var country: String?
    var lang: String?
    var wait: Duration = .seconds(3)
    var timeout: Duration = .seconds(10)
    /// Whether results are wanted only if no source is missing.
    var isComplete = false
    /// Whether the cache is bypassed or used exclusively.
    var cache: CallParameters.CacheMode?
    /// Whether results are for programs: JSON, or in the form of a template.
    var json = false
    /// The members that JSON is limited to, if any.
    var members: [String] = []
    var template: OutputTemplate?
    var plain = false
    /// Whether attributions are printed in full.
    var isVerbose = false
  }

  /// Reads the global options; `start` overrides the start policy of options and configuration.
  ///
  /// - Throws: ``PathError``, and ``UsageError`` if options contradict each other.
  init(
    _ invocation: Invocation,
    _ terminal: Terminal,
    environment: Environment = .current,
    start: StartPolicy? = nil
  ) throws {
    self.terminal = terminal
    self.environment = environment
    paths = try HubPaths.ofRunningHub(environment)
    if invocation[GlobalOptions.offline], invocation[GlobalOptions.refresh] {
      throw invocation.usageError("--offline and --refresh are mutually exclusive.")
    }
    if invocation[GlobalOptions.plain] {
      let isJSON = invocation[GlobalOptions.json] != nil
      guard !isJSON, invocation[GlobalOptions.template] == nil else {
        let other = isJSON ? "--json" : "--template"
        throw invocation.usageError("--plain and \(other) are mutually exclusive.")
      }
    }
    if invocation[GlobalOptions.noColor] { terminal.useNoColor() }
    if invocation[GlobalOptions.noPager] { terminal.useNoPager() }
    settings = Settings(invocation)
    deadlines = CommandDeadlines(timeout: settings.timeout, wait: settings.wait)
    let isForbidden =
      invocation[GlobalOptions.noAutostart]
      || !["", "0"].contains(environment["MUSICBUS_NO_AUTOSTART"] ?? "")
    self.start = start ?? (isForbidden ? .never : .ifNone())
  }

  /// The connection to the hub, which is found or started on first use.
  ///
  /// `timeout` limits that; otherwise, the deadline of the command does.
  func client(start: StartPolicy? = nil, timeout: Duration? = nil) throws -> BusClient {
    if let opened { return opened }
    let timeout = try timeout ?? min(CommandContext.openTimeout, deadlines.timeLeft())
    // Before this point there is nothing to clean up on an interrupt.
    SignalHandling.install()
    var locator = locator(start: start)
    locator.note = { [terminal] in terminal.note("musicbus: \($0)") }
    let client = try BusClient(locator, timeout: timeout)
    opened = client
    return client
  }

  /// The location of the hub, without notes about its start.
  func locator(start: StartPolicy? = nil) -> HubLocator {
    HubLocator(
      paths: paths,
      environment: environment,
      start: start ?? allowedStart,
      client: PeerDescription(name: "musicbus", version: MusicBusVersion.current)
    )
  }

  /// Makes a call and returns its result; global options fill the parameters that are `nil`.
  func call<Result>(_ call: Call<Result>) throws -> Result {
    try call.result(of: reply(to: call))
  }

  /// Makes a call and returns its whole reply; global options fill the parameters that are `nil`.
  func reply<Result>(
    to call: Call<Result>,
    progress: ((CallProgress) -> Void)? = nil
  ) throws -> Reply {
    let result = Swift.Result { try hubReply(to: filled(call), progress: progress) }
    guard mayDisconnect(call), lacksNetwork(result) else { return try result.get() }
    disconnect()
    return try withoutNetwork(result, hubReply(to: filled(call)))
  }

  /// Makes calls concurrently; global options fill the parameters that are `nil`.
  ///
  /// They share the deadlines of the command, or a shorter time.
  func call(
    all calls: [Call<Reply>],
    within time: Duration? = nil
  ) throws -> [Result<Reply, ClientError>] {
    let client = try client()
    let left = try deadlines.timeLeft()
    func results() throws -> [Result<Reply, ClientError>] {
      try client.replies(to: calls.map(filled), timeout: time.map { min($0, left) } ?? left)
    }
    let found = try results()
    guard calls.contains(where: mayDisconnect), found.contains(where: lacksNetwork) else {
      return found
    }
    disconnect()
    return try results()
  }

  /// A call with parameters from the global options.
  func filled<Result>(_ call: Call<Result>) throws -> Call<Result> {
    try call.with { try fill(&$0, for: call.method) }
  }

  private func fill(_ parameters: inout CallParameters, for method: Method) throws {
    parameters.limit = parameters.limit ?? settings.limit
    parameters.offset = parameters.offset ?? settings.offset
    let names = Methods[method]?.client.names ?? []
    if names.contains("country"), parameters.country == nil {
      parameters.country = try settings.country ?? configured(.country)
    }
    if names.contains("lang"), parameters.lang == nil {
      parameters.lang = try settings.lang ?? configured(.language) ?? localeLanguage
    }
    parameters.cache = parameters.cache ?? (isDisconnected ? .only : settings.cache)
    parameters.waitMs = parameters.waitMs ?? deadlines.waitLeftMs
    if parameters.providers == nil, !settings.providers.isEmpty {
      parameters.providers = settings.providers
    }
  }

  /// Makes a call without the options for sources, such as the country, and returns its result.
  func callHub<Result>(_ call: Call<Result>, start: StartPolicy? = nil) throws -> Result {
    try call.result(of: hubReply(to: call, start: start))
  }

  /// Makes a call without the options for sources, and returns its whole reply.
  ///
  /// All calls share the deadlines of the command, except those for one page of the favourites.
  func hubReply<Result>(
    to call: Call<Result>,
    start: StartPolicy? = nil,
    progress: ((CallProgress) -> Void)? = nil
  ) throws -> Reply {
    let client = try client(start: start)
    let isPage = CommandContext.pageMethods.contains(call.method)
    let timeout = try isPage ? settings.timeout : deadlines.timeLeft()
    return try client.reply(to: call, timeout: timeout, progress: progress)
  }

  /// Makes calls of one of the methods that transfer favourites page by page, several in flight.
  ///
  /// `next` returns a call, `nil` after the last.
  func pipelined(
    next: () throws -> Call<Reply>?,
    receive: (Reply) throws -> Void
  ) throws {
    try client().pipeline(inFlight: CommandContext.maxPagesInFlight, timeout: settings.timeout) {
      try next().map(filled)
    } receive: {
      try receive($0)
    }
  }

  /// The methods that transfer favourites page by page; they contact no source.
  private static let pageMethods: Set<Method> = [
    .favoritesList, .favoritesExport, .favoritesImport,
  ]
  /// The hub saves several calls together; it must have received the next ones by then.
  private static let maxPagesInFlight = 8
  private static let openTimeout = Duration.seconds(10)

  /// Starts the time limits anew, after a download or a question, whose time does not count, or with more
  /// time.
  func restartDeadlines(atLeast time: Duration = .zero) {
    deadlines = CommandDeadlines(timeout: max(settings.timeout, time), wait: settings.wait)
  }

  /// Uses the library instead of sources, and says why.
  func disconnect(silently: Bool = false) {
    guard !isDisconnected else { return }
    disconnected = .now
    guard !silently else { return }
    // The line of the progress is longer.
    if terminal.showsProgress, environment["TERM"] != "dumb" { Terminal.overwrite("") }
    terminal.note(StyledText(CommandContext.networkLost))
  }

  /// Closes the session.
  func close() { opened = nil }

  /// The configuration, read once.
  private(set) lazy var configuration = Result {
    try ConfigurationFile(at: paths.configurationFile)
  }

  /// Saves a changed configuration, which counts from now on.
  func save(_ file: ConfigurationFile) throws {
    try file.save()
    configuration = .success(file)
  }

  /// The text to which a key of the configuration is set.
  func configured(_ key: ConfigurationKey) throws -> String? {
    try configuration.get().validValue(of: key)?.text
  }

  private var allowedStart: StartPolicy {
    // The hub reports an unreadable configuration when it starts.
    guard case .ifNone = start, let configuration = try? configuration.get() else { return start }
    return configuration[.autostart] == false ? .never : start
  }

  /// The language of `LANG` and related variables: `de` for `de_DE.UTF-8`, `nil` for `C`.
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
    isComplete = invocation[GlobalOptions.complete]
    if isComplete, invocation[GlobalOptions.wait] == nil { wait = timeout }
    if invocation[GlobalOptions.refresh] { cache = .bypass }
    if invocation[GlobalOptions.offline] { cache = .only }
    members = invocation[GlobalOptions.json] ?? []
    template = invocation[GlobalOptions.template]
    json = invocation[GlobalOptions.json] != nil || template != nil
    plain = invocation[GlobalOptions.plain]
    isVerbose = invocation[GlobalOptions.verbose]
  }
}

extension CommandContext {
  /// The path of a program that belongs to this one.
  ///
  /// - Throws: ``CommandFailure`` if it is not installed.
  func program(_ name: String) throws(CommandFailure) -> String {
    guard let path = ExecutableSearch.findBesideThis(name, environment: environment) else {
      throw CommandFailure("Could not find \(name).", "Install it next to musicbus or in PATH.")
    }
    return path
  }
}
