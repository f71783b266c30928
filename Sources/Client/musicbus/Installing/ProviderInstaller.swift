import BusProtocol
import ClientKit
import CommandKit
import HostKit
import MusicModel

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
    store = try InstalledStore(context)
    indexes = try ProviderIndexes(context, isOffline: isOffline)
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
  mutating func add(_ source: ProviderSource, approving hosts: [String]) throws -> [ProviderStatus]
  {
    try store.sweep()
    let fetched: FetchedProvider
    var origin = ProviderOrigin(source: "\(source)")
    switch source {
    case .inPlace: return []
    case .archive(let place): fetched = try ProviderFetcher(context).fetch(archive: place)
    case .repository(let place, let ref):
      let repository = GitRepository(place, context)
      fetched = try ProviderFetcher(context).fetch(repository.revision(ref), of: repository)
    case .listed(let id, let version):
      let listed = try indexes.release(id, version)
      (origin.index, origin.level) = (listed.location, listed.release.level)
      try refuseRevoked(id, listed.release.version, from: origin.index)
      fetched = try listed.fetch(context)
    }
    return try install(fetched, from: origin, approving: hosts)
  }

  /// A new version of an installed provider, which is not fetched yet.
  struct Update {
    /// `nil` for an archive: whether it is another version is known when it was fetched.
    let version: String?
    /// The level that its index states.
    var level: Descriptor.Level?
    let fetch: () throws -> FetchedProvider
  }

  /// Whether the index of a provider has expired: nothing is known of new versions.
  func hasExpiredIndex(_ id: ProviderID) -> Bool {
    store.document.providers[id.rawValue]?.index.map(indexes.isExpired) ?? false
  }

  /// Looks for a new version where a provider came from, in its index or among the branches and tags of its
  /// repository; `nil` if there is none.
  func update(of id: ProviderID) throws -> Update? {
    guard let provider = store.document.providers[id.rawValue], let current = store.current(id)
    else { throw ProviderInstaller.notInstalled(id, store) }
    let context = context
    switch try ProviderSource(provider.source, in: "/") {
    case .inPlace(let path): throw CommandFailure("\(path) is not an archive.", "Add it again.")
    case .archive(let place):
      return Update(version: nil) { try ProviderFetcher(context).fetch(archive: place) }
    case .repository(let place, let ref):
      let repository = GitRepository(place, context)
      let revision = try repository.revision(ref)
      guard revision.commit != current.commit else { return nil }
      return Update(version: revision.version ?? "commit \(revision.commit.prefix(12))") {
        try ProviderFetcher(context).fetch(revision, of: repository)
      }
    case .listed(let id, let version):
      let listed = try indexes.release(id, version, in: provider.index)
      guard !listed.isPinned(by: current) else { return nil }
      // A listed version that others install again under its name is no update.
      let isNewer = ProviderIndex.Release(version: current.version).precedes(listed.release)
      guard isNewer || current.revoked != nil else { return nil }
      return Update(version: listed.release.version, level: listed.release.level) {
        try listed.fetch(context)
      }
    }
  }

  /// Installs the new version of a provider, if there is one.
  mutating func runUpdate(of id: ProviderID) throws -> [ProviderStatus] {
    try store.sweep()
    let update = try update(of: id)
    let fetched = try update?.fetch()
    guard let update, let fetched, let provider = store.document.providers[id.rawValue],
      update.version != nil || fetched.sha256 != store.current(id)?.sha256
    else {
      context.terminal.note("\("\(id)", .bold) \(store.current(id)?.version ?? "") is up to date.")
      return []
    }
    guard fetched.manifest.id == id else {
      throw CommandFailure(
        "\(provider.source) is now the provider \"\(fetched.manifest.id)\", not \"\(id)\".",
        "Nothing was changed."
      )
    }
    let hosts = provider.approvedHosts ?? []
    let origin = ProviderOrigin(
      source: provider.source,
      index: provider.index,
      level: update.level
    )
    return try install(fetched, from: origin, approving: hosts)
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
    from origin: ProviderOrigin,
    approving hosts: [String]
  ) throws -> [ProviderStatus] {
    let id = fetched.manifest.id
    try refuseRevoked(id, fetched.version, from: origin.index)
    let before = store.document.providers[id.rawValue]
    let known = before?.versions.first {
      $0.sha256 == fetched.sha256 && $0.commit == fetched.commit
    }
    let trial =
      try fetched.manifest.lines.map { _ in
        try SandboxTrial(ofManifestAt: "\(fetched.directory)/provider.json", context)
      }
    if case .failed(let reason)? = trial, store.current(id) == nil {
      throw CommandFailure("\(id) cannot run: \(reason)", "Nothing was installed.")
    }
    let agreement = agreement(
      with: before,
      for: InstalledProviders.Provider.origin(origin.source, origin.index),
      trial
    )
    guard known == nil else {
      if agreement == .mustAsk { try askForNoSandbox("Run it without a sandbox?") }
      // The same version may come from elsewhere, such as without the tag that pinned it.
      try store.note(id, fetched.installed, from: origin, approving: hosts)
      if agreement != nil { try store.noteUnsandboxed(id, fetched.installed) }
      let reply = try activate(id, fetched.installed, approving: hosts)
      // Without the agreement, it may have been stopped.
      guard agreement == .byOption || agreement == .mustAsk else { return reply }
      return try ProviderAdministration.call(.providersReset([id]), context)
    }
    try confirm(fetched, from: origin, trial, asksForNone: agreement == .mustAsk)
    try store.insert(fetched, from: origin, approving: hosts)
    if agreement != nil { try store.noteUnsandboxed(id, fetched.installed) }
    do {
      let reply = try activate(id, fetched.installed, approving: hosts)
      // The version before the previous one is not needed any more.
      try store.sweep()
      return reply
    } catch {
      if store.current(id)?.directory != fetched.installed.directory {
        try store.remove(id, fetched.installed, leaving: before)
      }
      throw error
    }
  }

  /// How the user agrees that a program runs without a sandbox where this machine can make none.
  private enum Agreement {
    case before, byOption, mustAsk
  }

  /// The agreement with which a version is installed; `nil` if it has none and needs none here.
  ///
  /// What was agreed for another source does not hold for this one.
  private func agreement(
    with before: InstalledProviders.Provider?,
    for origin: String,
    _ trial: SandboxTrial?
  ) -> Agreement? {
    if before?.versions.contains(where: { $0.unsandboxed == origin }) == true { return .before }
    if agreesToNoSandbox { return .byOption }
    if case .impossible? = trial { return .mustAsk }
    return nil
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
    from origin: ProviderOrigin,
    _ trial: SandboxTrial?,
    asksForNone: Bool
  ) throws {
    let (manifest, details) = (fetched.manifest, fetched.details)
    let old = store.current(manifest.id)
    let name = details.name ?? manifest.id.rawValue
    let former = store.document.providers[manifest.id.rawValue]?.source
    let place = former == origin.source ? "" : former.map { " from \($0)" } ?? ""
    let replaced = old.map { " replaces \($0.version)\(place)" } ?? ""
    let line: StyledText = "\(name, .bold) \(fetched.version) (\("\(manifest.id)"))\(replaced)"
    context.terminal.note(line)
    let facts = ProviderFacts(
      fetched: fetched,
      origin: origin,
      trial: trial,
      replaced: old.flatMap { .init(manifestAt: store.manifest(of: manifest.id, $0)) }
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

/// A question that is answered with yes or no.
enum Confirmation {
  /// Asks at the terminal; everything but yes is no.
  ///
  /// - Throws: ``CommandFailure`` if the user says no or cannot be asked.
  static func ask(
    _ question: String,
    on terminal: Terminal,
    orElse hint: String,
    refused: String = "Nothing was installed."
  ) throws {
    guard HiddenInput.isAtTerminal else {
      throw CommandFailure("Cannot ask without a terminal: \(question)", hint)
    }
    let answer = try HiddenInput.line(asking: "\(question) [y/N] ", on: terminal)
    guard ["y", "yes"].contains(answer.lowercased().filter { !$0.isWhitespace }) else {
      throw CommandFailure("Cancelled.", refused)
    }
  }
}
