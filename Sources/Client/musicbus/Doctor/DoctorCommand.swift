import BusProtocol
import ClientKit
import CommandKit
import HostKit
import MusicModel

/// `musicbus doctor`
enum DoctorCommand {
  static let command = Command<CommandAction>(
    "doctor",
    abstract: "Check the hub, the page, providers and files, and tell how to fix what is wrong.",
    discussion: """
      Each line says what was checked and what was found: "ok", a "note" about what is your choice or passes by \
      itself, or a "problem", with the command that fixes it. It changes nothing. The exit status is 1 if there is a problem.
      """,
    examples: [
      Example("doctor", "Check everything."),
      Example("doctor --plain | grep ^problem", "Print the problems alone."),
    ]
  ) { context, _ in
    let findings = try Doctor(context).findings()
    let table = Table(columns: columns, rows: findings)
    let count = findings.count { $0.status == .problem }
    try context.show(findings, plain: table.tabSeparated()) {
      for one in findings { show(one, on: context.terminal) }
      context.terminal.note(
        StyledText(count == 0 ? "No problem found." : "\(count.counted("problem")) found.")
      )
    }
    return count == 0 ? .ok : .failed
  }

  private static let columns: [Table<Finding>.Column] = [
    .init("status") { StyledText($0.status.rawValue) },
    .init("check") { StyledText($0.check) },
    .init("text") { StyledText($0.text) },
    .init("fix") { StyledText($0.fix ?? "") },
  ]

  private static func show(_ finding: Finding, on terminal: Terminal) {
    let status = StyledText(finding.status.rawValue, finding.status.style).padded(to: indent.count)
    terminal.print("\(status)\(finding.check, .bold): \(finding.text)")
    // Never wrapped, to be copied.
    if let fix = finding.fix { terminal.print("\(indent)\("Fix:", .dim) \(fix)") }
  }

  private static let indent = "         "
}

extension Finding.Status {
  fileprivate var style: Style {
    switch self {
    case .ok: .color(.green)
    case .note: .color(.yellow)
    case .problem: .color(.red)
    }
  }
}

/// Collects what the rules of ``Finding`` judge.
struct Doctor {
  private let context: CommandContext

  init(_ context: CommandContext) { self.context = context }

  /// The findings about everything; what needs the hub is left out if that does not work.
  ///
  /// - Throws: ``ClientError/interrupted(signal:)``
  func findings() throws -> [Finding] {
    var providers: [Finding]?
    var findings = try trying("hub") {
      let (hub, others) = try processes()
      providers = others
      return [hub]
    }
    let hasHub = providers != nil
    findings += try trying("page") { [try page()] }
    findings += try trying("configuration") { try configuration(hasHub: hasHub) }
    let name = FileName(context.paths.configurationFile)
    findings += Finding.copies(ofConfiguration: name, among: namesOfFiles(in: name.directory))
    findings += try favorites(hasHub: hasHub)
    if hasHub { findings += try stores() }
    return findings + (providers ?? [])
  }

  private func trying(_ check: String, _ run: () throws -> [Finding]) throws -> [Finding] {
    do {
      return try run()
    } catch ClientError.interrupted(let signal) {
      throw ClientError.interrupted(signal: signal)
    } catch {
      return [.failure(check, error)]
    }
  }

  /// The hub, and what it says about its providers.
  private func processes() throws -> (hub: Finding, providers: [Finding]) {
    guard let hub = try context.hubReply(to: .hubStatus).done.hub else {
      throw ClientError.protocolError("The reply contains no hub status.")
    }
    let list = try context.settledProviders()
    let settings = (try? context.configuration.get().providerSections) ?? [:]
    let providers = list.providers.map { one in
      Finding.provider(one, hasSettings: settings[one.id.rawValue] != nil)
    }
    return (
      .hub(hub, list.providers, version: MusicBusVersion.current),
      [.sandbox(list.providers)] + list.notes.map(Finding.manifest)
        + Finding.budgets(list.providers) + providers
    )
  }

  private func page() throws -> Finding {
    let pid = try HubLock.holder(at: context.paths.webLock)
    return .page(pid, hasAddress: context.paths.webAddress() != nil)
  }

  private func configuration(hasHub: Bool) throws -> [Finding] {
    let file = try context.configuration.get()
    let warnings = hasHub ? try ConfigurationCheck(context).warnings() : file.warnings()
    return Finding.configuration(file, warnings)
  }

  private func favorites(hasHub: Bool) throws -> [Finding] {
    var document: String?
    let found = try trying("favourites") {
      guard hasHub else { return [] }
      let check = try context.callHub(.favoritesCheck)
      document = check.document
      return [.favorites(check)]
    }
    let copies = try trying("favourites") {
      let configured = (try? context.configuration.get())?[.favorites]?.text
      let path = try FavoritesLocation(named: document, configured: configured, context.environment)
      let name = FileName(path.path)
      return Finding.copies(ofFavorites: name, among: namesOfFiles(in: name.directory))
    }
    return found + copies
  }

  /// The cache and the library, which lose nothing that cannot be fetched again.
  private func stores() throws -> [Finding] {
    func finding(_ name: String, _ problem: String?, _ count: String) -> Finding {
      guard let problem else { return .ok(name, "\(count.capitalizedFirst).") }
      return Finding(name, .problem, problem.asSentence, fix: "musicbus hub restart")
    }
    return try trying("cache") {
      let cache = try context.callHub(.cacheStatus)
      let size = "\(HumanFormat.size(cache.bytes)) of \(HumanFormat.size(cache.bytesMax))"
      return [finding("cache", cache.problem, size)]
    }
      + trying("library") {
        let library = try context.callHub(.libraryStatus)
        return [finding("library", library.problem, library.albums.counted("album"))]
      }
  }
}
