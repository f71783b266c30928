internal import BusProtocol
internal import Glibc
internal import HostKit
internal import HubCore
internal import MusicModel
internal import Storage

/// The processes of all providers.
struct ProviderProcesses {
  private var found: [ProviderID: FoundProvider] = [:]
  private let environment: Environment
  private let endpoint: String
  private let paths: HubPaths
  private let journal: ProcessJournal
  private var running: [ProviderID: ProviderProcess] = [:]
  private var adopted: AdoptedProcesses
  /// The marks of processes that have ended, and may have left others.
  private var ended: [String: ProviderID] = [:]
  /// The state of the configuration for which a provider was not started; empty for one that is gone.
  private var refused: String?
  /// The providers that were not started because the settings were made for others.
  private var withheld: Set<ProviderID> = []
  /// The providers that the hub found when it started, and that it has not started yet: it is not held up by a check
  /// of their programs. `nil` before.
  private var firstStarts: Set<ProviderID>?
  /// Lost connections that an exit may explain.
  var losses = LossHolder()

  init(
    environment: Environment,
    endpoint: String,
    paths: HubPaths,
    journal: ProcessJournal,
    adopted: AdoptedProcesses
  ) {
    self.environment = environment
    self.endpoint = endpoint
    self.paths = paths
    self.journal = journal
    self.adopted = adopted
  }

  /// Sets the providers to start from now on.
  mutating func update(_ found: [FoundProvider]) {
    self.found = Dictionary(found.map { ($0.manifest.id, $0) }) { first, _ in first }
    firstStarts = firstStarts ?? Set(self.found.keys)
  }

  var descriptors: [CInt] { running.values.flatMap(\.descriptors) }

  var nextDeadline: Deadline? {
    (running.values.map(\.nextDeadline) + [adopted.nextLook]).compactMap(\.self).min()
  }

  /// Starts one; the start line holds its own part of the configuration as it is now.
  mutating func spawn(_ id: ProviderID) -> Event {
    guard let provider = found[id] else {
      return .providerNotSpawned(id, reason: "its manifest is gone")
    }
    let token = ProviderProcesses.randomText()
    let isFirstStart = firstStarts?.remove(id) != nil
    do {
      // Its permissions may have changed since it was found.
      try provider.checkTrust()
      let stamp = FileStamp.text(of: paths.configurationFile) ?? ""
      let file: ConfigurationFile
      do {
        file = try ConfigurationFile(at: paths.configurationFile)
      } catch {
        refused = stamp
        return .providerMisconfigured(id, reason: JSONCodec.describe(error).withoutFullStop)
      }
      let config = file.section(ConfigurationPath(["providers", id.rawValue]))
      if let owner = try otherOwner(of: config, provider) {
        refused = stamp
        withheld.insert(id)
        return .settingsWithheld(id, reason: ProviderProcesses.withheld(provider, owner))
      }
      let line = StartLine(
        versions: .supported,
        endpoint: endpoint,
        token: token,
        config: config
      )
      let process = try ProviderProcess(
        provider,
        line,
        environment: environment,
        state: paths.state(ofProvider: id.rawValue),
        signIn: paths.signIn(ofProvider: id.rawValue),
        sandboxDemand: file[.requireSandbox] == true
          ? .always : provider.sandboxDemand,
        programCheck: isFirstStart ? .failure : .start,
        limits: ProviderProcesses.limits(file),
        journal: journal
      )
      running[id] = process
      return .providerSpawned(id, token: token, pid: Int(process.child.pid))
    } catch {
      return .providerNotSpawned(id, reason: JSONCodec.describe(error).withoutFullStop)
    }
  }

  /// The origin for which settings were made, if it is another one than that of a provider.
  ///
  /// - Throws: ``SystemError`` if that is not known, so that nobody gets them.
  private func otherOwner(of config: JSONValue, _ provider: FoundProvider) throws -> String? {
    let (origins, id) = (ProviderOrigins(at: paths.providerOrigins), provider.manifest.id.rawValue)
    let isSignedIn = access(paths.signIn(ofProvider: id), F_OK) == 0
    guard config != .object([:]) || isSignedIn else {
      // A file that cannot be used is reported where manifests are read.
      try? origins.releaseSettings(of: id)
      return nil
    }
    let owner: String
    do {
      owner = try origins.claimSettings(of: id, for: provider.origin)
    } catch {
      // On a full disk no claim can be added; those in the file hold.
      owner = try origins.read()[id]?.settings ?? provider.origin
    }
    return owner == provider.origin ? nil : owner
  }

  private static func withheld(_ provider: FoundProvider, _ owner: String) -> String {
    let id = provider.manifest.id
    let (other, this) = (ProviderOrigins.name(owner), ProviderOrigins.name(provider.origin))
    return "the settings in providers.\(id) were made for \(other), and this is "
      + "\(this). To give them to it: musicbus provider reset \(id)"
  }

  /// The user agrees that a provider gets the settings that were withheld from it.
  mutating func acceptSettings(_ id: ProviderID) {
    guard withheld.remove(id) != nil else { return }
    try? ProviderOrigins(at: paths.providerOrigins).releaseSettings(of: id.rawValue)
  }

  /// Whether the configuration for which a provider was not started has changed since.
  mutating func takeConfigurationChange() -> Bool {
    guard let seen = refused,
      seen != FileStamp.text(of: paths.configurationFile) ?? ""
    else { return false }
    refused = nil
    return true
  }

  /// The violations of a schema in the configuration of a provider.
  func problems(
    inConfigurationOf id: ProviderID,
    _ schema: JSONValue
  ) -> [ConfigurationWarning] {
    guard let config = running[id]?.config else { return [] }
    return ConfigurationSchema(schema, of: id).problems(of: config)
  }

  private static func limits(_ file: ConfigurationFile) -> ProcessLimits {
    var limits = ProcessLimits()
    limits.coreBytes = 0
    limits.openFiles = file[.providerOpenFiles]?.integer
    let megabytes = file[.providerMemoryMB]?.integer
    limits.memoryBytes = megabytes.map { $0 * 1024 * 1024 }
    return limits
  }

  /// The process group to which a token was given, if it runs.
  func owner(of token: String) -> Int32? {
    running.values.first { $0.token == token }?.child.pid
  }

  /// Notes down what the process with this token has become.
  func recordInJournal(_ token: String) {
    running.values.first { $0.token == token }?.recordInJournal()
  }

  mutating func stop(_ id: ProviderID, graceMs: Int) {
    running[id]?.beginStop(graceMs: graceMs)
  }

  /// What has happened to processes.
  struct Events {
    /// Lines that they have written.
    var lines: [(ProviderID, String)] = []
    var exits: [(ProviderID, ProviderExit)] = []
    /// Lines for the log about what providers had left behind.
    var orphans: [String] = []
  }

  /// The events since the last call. It reaps adopted processes, so that it is called when a child
  /// has ended.
  mutating func drainEvents(at now: Instant) -> Events {
    var events = Events()
    for id in running.keys.sorted() {
      running[id]?.escalateStop()
      events.lines += (running[id]?.newLines(at: now) ?? []).map { (id, $0) }
      if let exit = running[id]?.exit() {
        events.lines += (running[id]?.newLines(at: now) ?? []).map { (id, $0) }
        events.exits.append((id, exit))
        if let mark = running[id]?.mark { ended[mark] = id }
        running[id] = nil
      }
    }
    events.orphans = endOrphans(areNew: !events.exits.isEmpty)
    return events
  }

  /// Ends what providers have left behind that have ended.
  private mutating func endOrphans(areNew: Bool) -> [String] {
    let pids = Set(running.values.map(\.child.pid))
    adopted.reap(except: pids)
    // Killed processes that have not ended yet may have children that are adopted then.
    let isDue = adopted.nextLook.map(\.isExpired) ?? adopted.isSettled
    guard areNew || !ended.isEmpty && isDue else { return [] }
    let orphans = adopted.killOrphans(except: pids, marks: Set(running.values.map(\.mark)))
    let lines = orphans.map { orphan in
      let owner = orphan.mark.flatMap { ended[$0] }
      return
        "Ended process \(orphan.pid), which \(owner.map { "provider \($0)" } ?? "a provider") left."
    }
    if adopted.isSettled {
      for mark in ended.keys { journal.remove(mark: mark) }
      ended = [:]
    }
    return lines
  }

  /// Ends all processes before the hub ends itself.
  mutating func endAll() {
    for (id, process) in running { ended[process.mark] = id }
    running = [:]
    // Otherwise the next hub tries again.
    guard adopted.endAll(before: .after(ProviderProcesses.ending)) else { return }
    for mark in ended.keys { journal.remove(mark: mark) }
  }

  /// The time in which killed processes must have ended when the hub does.
  private static let ending = Duration.seconds(2)

  /// 128 random bits.
  static func randomText() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<2).map { _ in
      let digits = String(generator.next(), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}
