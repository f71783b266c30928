import BusProtocol
import ClientKit
import CommandKit
import HostKit
import MusicModel
import ProviderInstalling

/// Copies providers to this machine, and changes which of their versions runs.
struct ProviderInstaller {
  private let context: CommandContext
  let indexes: ProviderIndexes
  private(set) var store: InstalledStore
  /// Whether the user has agreed to run new code, whatever it is.
  private let isAgreed: Bool
  /// Whether the user has agreed that it runs without a sandbox where this machine can make none.
  private let agreesToNoSandbox: Bool

  /// Reads the indexes, unless `isOffline`, so that revoked versions are known.
  init(
    _ context: CommandContext,
    isAgreed: Bool = false,
    agreesToNoSandbox: Bool = false,
    isOffline: Bool = false
  ) throws {
    self.context = context
    (self.isAgreed, self.agreesToNoSandbox) = (isAgreed, agreesToNoSandbox)
    store = try InstalledStore(context.paths)
    let setting = try context.configuration.get().validValue(of: .indexes)
    let locations = (setting?.elements ?? [setting].compactMap(\.self)).compactMap(\.text)
    indexes = try ProviderIndexes(locations, context.installing, isOffline: isOffline)
    try markRevoked()
  }

  /// A running hub stops a current version that was revoked; a later one does not start it.
  private mutating func markRevoked() throws {
    let affected = try store.markRevoked(by: indexes)
    for id in affected {
      guard let version = store.current(id) else { continue }
      let reason = (version.revoked ?? "").asSentence
      context.terminal.note(
        "\("\(id)", .bold) \(version.version) was revoked and does not run any more: \(reason)"
      )
    }
    guard !affected.isEmpty, (try? HubLock.holder(at: context.paths.lock)) ?? nil != nil else {
      return
    }
    _ = try? context.callHub(.providersReload(affected), start: .never)
  }

  /// Installs a provider from anywhere but a directory that is used in place.
  mutating func add(_ origin: Origin, approving hosts: [String]) throws -> [ProviderStatus] {
    try store.sweep()
    let found = try origin.newest(in: indexes, context.installing)
    if let listing = found.listing {
      try refuseRevoked(listing.entry.id, listing.release.version, from: listing.index)
    }
    return try install(found.fetch(context.installing), approving: hosts)
  }

  /// The installed providers, in order.
  var ids: [ProviderID] {
    store.document.providers.keys.sorted().compactMap(ProviderID.init(rawValue:))
  }

  /// Whether the index of a provider has expired: nothing is known of new versions.
  func hasExpiredIndex(_ id: ProviderID) -> Bool {
    store.document.providers[id.rawValue]?.index.map(indexes.isExpired) ?? false
  }

  /// Looks for a new version where a provider came from, in its index or among the branches and tags of its
  /// repository; `nil` if there is none.
  func update(of id: ProviderID) throws -> AvailableVersion? {
    guard let provider = store.document.providers[id.rawValue], let current = store.current(id)
    else { throw ProviderInstaller.notInstalled(id, store) }
    var found = try Origin(provider.source, in: "/")
      .newest(in: indexes, at: provider.index, context.installing)
    found.source = provider.source
    return found.isUpdate(of: current) ? found : nil
  }

  /// Installs the new version of a provider, if there is one.
  mutating func runUpdate(of id: ProviderID) throws -> [ProviderStatus] {
    try store.sweep()
    guard let update = try update(of: id), case let fetched = try update.fetch(context.installing),
      fetched.version.sha256 != store.current(id)?.sha256
    else {
      context.terminal.note("\("\(id)", .bold) \(store.current(id)?.version ?? "") is up to date.")
      return []
    }
    guard fetched.manifest.id == id else {
      throw CommandFailure(
        "\(update.source) is now the provider \"\(fetched.manifest.id)\", not \"\(id)\".",
        "Nothing was changed."
      )
    }
    let approved = store.document.providers[id.rawValue]?.approvedHosts
    return try install(fetched, approving: approved ?? [])
  }

  /// Goes back to the version before the last update.
  mutating func rollBack(_ id: ProviderID) throws -> [ProviderStatus] {
    try store.sweep()
    guard let provider = store.document.providers[id.rawValue] else {
      throw ProviderInstaller.notInstalled(id, store)
    }
    guard let previous = store.previous(id) else {
      throw CommandFailure("\(id) has no previous version.", "Nothing was changed.")
    }
    try refuseRevoked(id, previous.version, from: provider.index(of: previous))
    // What was approved for code of one origin does not hold for that of another.
    let newest = store.current(id).map { provider.place(of: $0) }
    let isSame = newest == provider.place(of: previous)
    return try activate(id, previous, approving: isSame ? provider.approvedHosts ?? [] : [])
  }

  private static func notInstalled(_ id: ProviderID, _ store: InstalledStore) -> CommandFailure {
    let known = store.document.providers.keys.sorted()
    return CommandFailure(
      "\"\(id)\" is a local directory, not an installed provider.",
      known.isEmpty ? "No provider was." : "These were: \(known.joined(separator: ", "))."
    )
  }

  private func refuseRevoked(
    _ id: ProviderID,
    _ version: String,
    from index: String?
  ) throws {
    let found = indexes.revocation(of: id, version, from: index)?.reason
    guard let reason = found ?? store.revocation(of: id, version) else { return }
    throw CommandFailure(
      "\(id) \(version) was revoked: \(reason.asSentence)",
      "Nothing was changed."
    )
  }

  private mutating func install(
    _ fetched: FetchedProvider,
    approving hosts: [String]
  ) throws -> [ProviderStatus] {
    let (id, version) = (fetched.manifest.id, fetched.version)
    try refuseRevoked(id, version.version, from: version.index)
    let before = store.document.providers[id.rawValue]
    let trial =
      try fetched.manifest.program.lines.map { _ in
        try SandboxTrial(ofManifestAt: "\(fetched.directory)/provider.json", context.environment)
      }
    if case .failed(let reason)? = trial, store.current(id) == nil {
      throw CommandFailure("\(id) cannot run: \(reason)", "Nothing was installed.")
    }
    // What was agreed for another source does not hold for this one.
    let origin = InstalledProviders.Provider.origin(version.source ?? "", version.index)
    let hasAgreed = before?.versions.contains { $0.unsandboxed == origin } ?? false
    var mustAsk = false
    if case .impossible? = trial { mustAsk = !hasAgreed && !agreesToNoSandbox }
    let isUnsandboxed = hasAgreed || agreesToNoSandbox || mustAsk
    let isKnown = before?.versions.contains {
      $0.directory == version.directory && $0.sha256 == version.sha256
    }
    if isKnown == true {
      if mustAsk { try askForNoSandbox("Run it without a sandbox?") }
      // The same version may come from elsewhere, such as without the tag that pinned it.
      try store.list(version, of: id, approving: hosts, isUnsandboxed: isUnsandboxed)
      let reply = try activate(id, version, approving: hosts)
      // Without the agreement, it may have been stopped.
      guard isUnsandboxed, !hasAgreed else { return reply }
      return try ProviderAdministration.call(.providersReset([id]), context)
    }
    try confirm(fetched, trial, asksForNone: mustAsk)
    try store.insert(fetched, approving: hosts, isUnsandboxed: isUnsandboxed)
    do {
      let reply = try activate(id, version, approving: hosts)
      // The version before the previous one is not needed any more.
      try store.sweep()
      return reply
    } catch {
      if store.current(id)?.directory != version.directory {
        try store.remove(id, version, leaving: before)
      }
      throw error
    }
  }

  /// Lets the hub run a version: it leads the link there.
  private func activate(
    _ id: ProviderID,
    _ version: InstalledProviders.Version,
    approving hosts: [String]
  ) throws -> [ProviderStatus] {
    // Downloads and the question have taken their time.
    context.restartDeadlines()
    let old = store.current(id)
    let manifest = store.manifest(of: id, version)
    // It is started with the user's settings, which another program does not get.
    if let old, old.directory != version.directory,
      let provider = store.document.providers[id.rawValue],
      provider.place(of: old) == provider.place(of: version)
    {
      let setup = ProviderSetup(context, id)
      // Without a setting that it needs, it is installed, and the hub says what is missing.
      if try ManifestVariables.manifest(at: manifest).map(setup.enterMissing) ?? true {
        try StartCheck.run(manifest, context, orElse: "Version \(old.version) still runs.")
      }
      context.restartDeadlines()
    }
    let added = try ProviderAdministration.call(.providersAdd(manifest, approving: hosts), context)
    guard let old, old.directory != version.directory else { return added }
    return try ProviderAdministration.call(.providersReload([id]), context)
  }

  /// Shows what would run, and asks.
  private func confirm(
    _ fetched: FetchedProvider,
    _ trial: SandboxTrial?,
    asksForNone: Bool
  ) throws {
    let (id, version) = (fetched.manifest.id, fetched.version)
    let old = store.current(id)
    let name = fetched.manifest.name ?? id.rawValue
    let former = store.document.providers[id.rawValue]?.source
    let place = former == version.source ? "" : former.map { " from \($0)" } ?? ""
    let replaced = old.map { " replaces \($0.version)\(place)" } ?? ""
    let line: StyledText = "\(name, .bold) \(version.version) (\("\(id)"))\(replaced)"
    context.terminal.note(line)
    let facts = ProviderFacts(
      fetched: fetched,
      trial: trial,
      replaced: old.flatMap { try? PublishedManifest(at: store.manifest(of: id, $0)) }
    )
    for (label, text) in facts.lines {
      let padded = label + String(repeating: " ", count: max(1, 10 - label.count))
      context.terminal.note("  \(padded, .dim)\(text)")
    }
    if asksForNone {
      return try askForNoSandbox("Install it, and run it without a sandbox?")
    }
    guard !isAgreed else { return }
    try Confirmation.ask(
      "Install and run it?",
      on: context.terminal,
      orElse: "If you trust it, run the command again with --yes."
    )
  }

  private func askForNoSandbox(_ question: String) throws {
    try Confirmation.ask(
      question,
      on: context.terminal,
      orElse:
        "If you trust it completely, run the command again with --yes --no-sandbox."
    )
  }
}

extension CommandContext {
  /// What the command needs to fetch providers.
  var installing: InstallContext {
    InstallContext(paths, environment) { [terminal] in terminal.note(StyledText($0)) }
  }
}
