import BusProtocol
import ClientKit
import CommandKit
import Glibc
import HostKit
import MusicModel
import ProviderInstalling

/// `musicbus provider add|list|outdated|update|rollback|remove|search|index`: shares and installs
/// providers.
enum ProviderInstallCommands {
  static let commands = [add, list, outdated, update, rollback, remove, search, index]

  private static let add = Command<CommandAction>(
    "add",
    abstract: "Install a provider.",
    discussion: """
      SOURCE is a directory, an archive (.tar.gz or .zip, a file or an https URL), a git repository (a URL or \
      path, with @REF for a branch, tag or commit), or an id of an index ("provider search"). A name without a \
      slash is an id: write ./NAME for a directory.
      A directory is used where it is, and started without a question: a change of its files applies at the next \
      start. Anything else is \
      copied, pinned by commit and SHA-256, and shown first; code that was not seen before runs only if you \
      agree. The program of a provider on JSON lines runs in a sandbox; where this machine can make none, it runs \
      only if you agree to that as well (--no-sandbox).

      The request budgets that a provider declares limit only itself, unless you approve their hosts. \
      Then they limit all providers of these hosts; the bundled ones are approved.

      As soon as it runs, one of the samples of its manifest is called, to see whether it works. If that fails, the \
      reason is printed, and the exit status is 0, since its source may be away for a moment; if the provider does \
      not start, it is 1. It stays installed in both cases.

      With --as, SOURCE is the id of a provider that is there, and a further instance of it is added: for a second \
      server or account, with settings, budgets and records of its own. Its program is the same.
      """,
    uses: [GlobalOptions.sources, GlobalOptions.format],
    arguments: [source],
    options: [approve, instance, isAgreed, agreesToNoSandbox],
    examples: [
      Example("provider add ./my-source", "Install the provider in the directory my-source."),
      Example(
        "provider add https://example.org/ann/discogs@v1.2.0",
        "Install a tag of a repository."
      ),
      Example("provider add discogs --yes", "Install a provider of an index without a question."),
      Example(
        "provider add ./my-source --approve api.example.org",
        "Let its budget for that host limit all providers."
      ),
      Example("provider add opensubsonic --as attic", "Add a second server of your own."),
    ]
  ) { context, invocation in
    let text = try invocation[source]
    let hosts = invocation[approve]
    if let id = invocation[instance] {
      guard hosts.isEmpty else {
        throw invocation.usageError(
          "\"--as\" adds what is installed already; \"--approve\" is for its provider."
        )
      }
      return try addInstance(id, of: text, context)
    }
    let reply: [ProviderStatus]
    let found = try Origin(text, in: workingDirectory)
    if case .inPlace(let path) = found {
      reply = try ProviderAdministration.call(.providersAdd(path, approving: hosts), context)
    } else {
      var installer = try ProviderInstaller(
        context,
        isAgreed: invocation[isAgreed],
        agreesToNoSandbox: invocation[agreesToNoSandbox]
      )
      reply = try installer.add(found, approving: hosts)
    }
    return try ProviderAdministration.settle(reply, on: context) { provider in
      noteUnapproved(provider, path: text, approved: hosts, on: context)
      try tryOut(provider, context)
    }
  }

  /// Calls a sample of a provider that was added and runs, or says how to go on with one that does not.
  ///
  /// `manifest` is that of its program; by default, it is its own.
  private static func tryOut(
    _ provider: ProviderStatus,
    manifest: String? = nil,
    _ context: CommandContext
  ) throws {
    switch provider.state {
    case .ready:
      guard context.settings.cache != .only, let path = manifest ?? provider.manifest else {
        return
      }
      try SampleTrial(provider, manifest: path, context)?.run()
    case .stopped, .quarantined:
      let commands = ["log", "reset"].map { "musicbus provider \($0) \(provider.id)" }
      context.terminal.note(
        StyledText(
          "It stays installed. See its log: \(commands[0]), and start it again: \(commands[1])"
        )
      )
    case .starting, .restarting, .draining, .unconfigured: return
    }
  }

  private static func addInstance(
    _ id: ProviderID,
    of text: String,
    _ context: CommandContext
  ) throws -> ExitStatus {
    let providers = try context.callHub(.providers)
    guard let path = providers.first(where: { $0.id.rawValue == text })?.manifest else {
      throw CommandFailure(
        "There is no provider \"\(text)\".",
        "Add it first: musicbus provider add \(text.quotedForShell)"
      )
    }
    let reply = try ProviderAdministration.call(.addInstance(id, ofProviderAt: path), context)
    return try ProviderAdministration.settle(reply, on: context) { provider in
      try tryOut(provider, manifest: path, context)
    }
  }

  /// Shows the budgets that limit only the provider, and how to approve their hosts.
  private static func noteUnapproved(
    _ provider: ProviderStatus,
    path: String,
    approved: [String],
    on context: CommandContext
  ) {
    guard let budgets = provider.unapprovedBudgets, !context.settings.json else { return }
    for (host, budget) in budgets.sorted(by: { $0.key < $1.key }) {
      let requests = budget.requests.counted("request")
      let time = HumanFormat.duration(ms: budget.perMs)
      context.terminal.note(
        "Its budget of \(requests) in \(time) for \(host) limits only \(provider.id)."
      )
    }
    let hosts = (approved + budgets.keys.sorted()).map { " --approve \($0)" }.joined()
    context.terminal.note(
      "To let it limit all providers of a host: musicbus provider add \(path.quotedForShell)\(hosts)"
    )
  }

  private static let list = Command<CommandAction>(
    "list",
    abstract: "List providers and their status, or the installed ones and their sources.",
    discussion: "Without --installed, it is \"musicbus providers\".",
    uses: [GlobalOptions.sources, GlobalOptions.format],
    options: [isInstalled],
    examples: [Example("provider list --installed", "Show versions, and where they came from.")]
  ) { context, invocation in
    guard invocation[isInstalled] else { return try ProvidersCommand.list(context, invocation) }
    try context.show(
      InstalledRow.all(context),
      InstalledRow.columns,
      orElse: "You have installed no providers."
    )
    return .ok
  }

  private static let outdated = Command<CommandAction>(
    "outdated",
    abstract: "List installed providers that have updates.",
    discussion: """
      Checks the source of each provider: its index, or its repository (the highest version tag, or the branch \
      that "add" named). Nothing else is downloaded: whether an archive has changed is what "update" finds out. \
      Directories that are used in place have no versions.
      """
  ) { context, _ in
    let installer = try ProviderInstaller(context)
    var rows: [OutdatedRow] = []
    let ids = installer.ids.filter { installer.store.current($0) != nil }
    let status = try forEach(ids, installer, context) { id in
      guard let current = installer.store.current(id),
        let source = installer.store.document.providers[id.rawValue]?.source,
        let update = try installer.update(of: id)
      else { return }
      guard let available = update.name else {
        context.terminal.note(
          "\("\(id)", .bold) came from an archive, which names no versions. To download and compare it: musicbus provider update \("\(id)")"
        )
        return
      }
      rows.append(
        OutdatedRow(id: id, version: current.version, available: available, source: source)
      )
    }
    try context.show(rows, OutdatedRow.columns, orElse: "No newer versions were found.")
    return status
  }

  /// Does something with each of some providers. What is wrong with one is printed, and stops none of the others.
  private static func forEach(
    _ ids: [ProviderID],
    _ installer: ProviderInstaller,
    _ context: CommandContext,
    _ body: (ProviderID) throws -> Void
  ) throws -> ExitStatus {
    var status = ExitStatus.ok
    for id in ids {
      // It was named.
      guard !installer.hasExpiredIndex(id) else {
        status = .failed
        continue
      }
      do {
        try body(id)
      } catch let failure as any UserFacingError
        where failure is CommandFailure || failure is InstallFailure
      {
        context.terminal.note(StyledText("\(id): \(failure.message) \(failure.hint)"))
        status = .failed
      }
    }
    return status
  }

  private static let update = Command<CommandAction>(
    "update",
    abstract: "Install newer versions of providers.",
    discussion: """
      Without ID, updates all that "outdated" lists or names. You are asked before a new version is used. \
      The one before it is kept: "rollback" goes back to it. If the new one needs a setting that you have not made, \
      you are asked for it; without a terminal, it does not run until "provider setup" has asked for it.
      """,
    arguments: [ProviderAdministration.optionalID],
    options: [isAgreed, agreesToNoSandbox]
  ) { context, invocation in
    var installer = try ProviderInstaller(
      context,
      isAgreed: invocation[isAgreed],
      agreesToNoSandbox: invocation[agreesToNoSandbox]
    )
    var (reply, status): ([ProviderStatus], ExitStatus) = ([], .ok)
    if let id = try invocation[ProviderAdministration.optionalID] {
      reply = try installer.runUpdate(of: id)
    } else {
      let ids = installer.ids
      if ids.isEmpty { context.terminal.note("You have installed no providers.") }
      status = try forEach(ids, installer, context) { reply += try installer.runUpdate(of: $0) }
    }
    let settled = try ProviderAdministration.settle(reply, on: context) { provider in
      guard ![.ready, .unconfigured].contains(provider.state) else { return }
      context.terminal.note("Go back with: musicbus provider rollback \(provider.id)")
    }
    return status == .ok ? settled : status
  }

  private static let rollback = Command<CommandAction>(
    "rollback",
    abstract: "Go back to the version of a provider before its last update.",
    discussion: "A second time, it returns to the newer one.",
    arguments: [oneID]
  ) { context, invocation in
    var installer = try ProviderInstaller(context, isOffline: true)
    let reply = try installer.rollBack(try invocation[oneID])
    return try ProviderAdministration.settle(reply, on: context)
  }

  private static let remove = Command<CommandAction>(
    "remove",
    abstract: "Uninstall providers.",
    discussion: """
      Calls in flight finish first. Copies and links are deleted; manifest files are renamed with the suffix \
      .removed. A directory that is used in place stays.
      """,
    arguments: [ProviderAdministration.ids]
  ) { context, invocation in
    let store = try InstalledStore(context.paths)
    // The hub knows no provider that was revoked, or whose manifest is invalid.
    let running = Set(try context.callHub(.providers).map(\.id))
    let ids = try invocation[ProviderAdministration.ids]
    let unlinked = ids.filter { !running.contains($0) && store.unlink($0) }
    for id in unlinked { context.terminal.print("Removed \(id).") }
    let others = ids.filter { !unlinked.contains($0) }
    let status =
      others.isEmpty
      ? .ok
      : try report(try ProviderAdministration.call(.providersRemove(others), context), context)
    try sweep(store, after: others, context)
    return status
  }

  private static func report(
    _ reply: [ProviderStatus],
    _ context: CommandContext
  ) throws -> ExitStatus {
    // Another manifest with the same id takes over.
    if reply.contains(where: { $0.state != .draining }) {
      return try ProviderAdministration.settle(reply, on: context)
    }
    if context.settings.json { return try ProviderAdministration.show(reply, on: context) }
    for provider in reply {
      let calls = provider.inflight ?? 0
      context.terminal.print(
        calls == 0
          ? "Removed \(provider.id)."
          : "Removing \(provider.id) after \(calls.counted("call")) in flight."
      )
    }
    return .ok
  }

  /// Deletes copies once their processes have ended; the next command deletes the others.
  private static func sweep(
    _ store: InstalledStore,
    after removed: [ProviderID],
    _ context: CommandContext
  ) throws {
    var store = store
    let copies = removed.filter { store.document.providers[$0.rawValue] != nil }
    while !copies.isEmpty {
      let providers = try context.callHub(.providers)
      guard providers.contains(where: { copies.contains($0.id) && $0.state == .draining }) else {
        break
      }
      guard context.deadlines.waitLeftMs > 0 else { return }
      poll(nil, 0, CInt(min(50, context.deadlines.waitLeftMs)))
    }
    try store.sweep()
  }

  private static let search = Command<CommandAction>(
    "search",
    abstract: "Search the indexes for providers.",
    discussion: """
      Lists the providers with this word in their id, name, description or methods; without WORD, all. The \
      indexes are those of providers.index in the configuration.
      The first time that an index is read, its serial number and its key are noted; from then on, an older index \
      or one that this key did not sign is refused. To trust another key, unset providers.index, run this command \
      once, and set it again.
      """,
    uses: [GlobalOptions.page, GlobalOptions.sources, GlobalOptions.format],
    arguments: [word],
    examples: [Example("provider search discogs", "Find a provider to install.")]
  ) { context, invocation in
    let installer = try ProviderInstaller(context, isOffline: context.settings.cache == .only)
    let (limit, offset) = (context.settings.limit ?? usualLimit, context.settings.offset ?? 0)
    let found = installer.indexes.search(try invocation[word] ?? "")
    let rows = found.dropFirst(offset).prefix(limit).map { listing in
      SearchRow(listing, installed: installer.store.current(listing.entry.id)?.version)
    }
    guard !installer.indexes.isEmpty else {
      throw CommandFailure(
        "No index is set.",
        "Set one: musicbus config set providers.index https://example.org/index.json"
      )
    }
    if !rows.isEmpty || found.isEmpty {
      try context.show(
        rows,
        SearchRow.columns,
        orElse: "No index lists such a provider for this MusicBus."
      )
    }
    var done = Done()
    done.total = found.count
    if offset + limit < found.count { done.next = offset + limit }
    let hint = PageHint(offset: offset, count: rows.count, done)
    if let text = hint.text { context.terminal.note(StyledText(text)) }
    return .ok
  }

  /// The number of providers that a search lists, unless told.
  private static let usualLimit = 50

  private static let index = Command<CommandAction>(
    "index",
    abstract: "Build or extend an index of providers.",
    discussion: """
      Adds the version of each SOURCE to index.json in the directory --output, and raises its serial number. A \
      directory is packed into an archive there; files whose names begin with a dot are left out. An https URL \
      of an archive or repository is listed as it is. Without SOURCE, only the number is raised, such as after \
      you have listed a version under "revoked".
      If the index has a "key", sign it afterwards: minisign -Sm index.json
      """,
    arguments: [sources],
    options: [output],
    examples: [Example("provider index ./my-source --output site", "Publish the directory site.")]
  ) { context, invocation in
    let builder = try IndexBuilder(context.installing, in: absolute(invocation[output] ?? "."))
    let path = try builder.build(
      try invocation[sources].map { try Origin($0, in: workingDirectory) }
    )
    context.terminal.print(path)
    return .ok
  }

  private static let approve = Option(
    repeating: "approve",
    ValueSyntax<String>.text("HOST"),
    help: "Let the budget for this host limit all providers."
  )
  private static let instance = Option(
    "as",
    ValueSyntax("ID", expectation: "a provider id") { ProviderID(rawValue: $0) },
    help: "Id of a further instance."
  )
  private static let isAgreed = Option(flag: "yes", help: "Run new code without a question.")
  private static let agreesToNoSandbox = Option(
    flag: "no-sandbox",
    help: "Allow it to run without a sandbox if none is available."
  )
  private static let isInstalled = Option(
    flag: "installed",
    help: "Only those that you have installed, with version and source."
  )
  private static let output = Option(
    "output",
    .file("DIR"),
    help: "Directory of the index.",
    default: "the current one"
  )
  private static let source = Argument(
    .file("SOURCE"),
    help: "Directory, archive, git repository, or id of an index."
  )
  private static let sources = Argument(
    anyNumberOf: .file("SOURCE"),
    help: "Directories, and https URLs of archives or git repositories."
  )
  private static let word = Argument(optional: .text("WORD"), help: "Word to look for.")
  private static let oneID = Argument(ProviderAdministration.id, help: "Provider id.")

  private static func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : "\(workingDirectory)/\(path)"
  }

  /// The hub has a different one.
  private static var workingDirectory: String {
    let directory = getcwd(nil, 0)
    defer { free(directory) }
    return directory.map { String(cString: $0) } ?? "/"
  }
}
