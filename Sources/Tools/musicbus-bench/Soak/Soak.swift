import BusProtocol
import FoundationEssentials
import Glibc
import HostKit

/// A long run: providers, clients and commands as processes, of which one after the other is killed.
struct Soak {
  static let providers = 6
  static let clients = 4
  /// In this last part of the time the hub is not ended, so that its growth can be seen.
  private static let lastShare = 0.4
  private static let stepMs: Int32 = 100

  private let seconds: Double
  private let start = Stopwatch.nowMicroseconds
  private var random: SoakRandom
  private let hub: BenchHub
  private var clients: [ChildProcess] = []
  private var commands: [(words: String, process: ChildProcess)] = []
  private var flood: Part?
  private var stopped: [Int32] = []
  private var life = SoakLife()
  private var report = SoakReport()

  init(minutes: Double, seed: UInt64) throws {
    seconds = minutes * 60
    random = SoakRandom(seed: seed)
    report.minutes = minutes
    report.seed = seed
    hub = try BenchHub(providers: Soak.providers)
  }

  private var isInLastPart: Bool { elapsed >= seconds * (1 - Soak.lastShare) }

  private var elapsed: Double { (Stopwatch.nowMicroseconds - start) / 1e6 }

  mutating func run() throws -> SoakReport {
    try awaitProviders()
    for _ in 0..<Soak.clients { clients.append(try newClient()) }
    var sampled = 0.0
    while elapsed < seconds {
      try act()
      try takeEnds()
      if report.megabytesInQuiet.isEmpty, isInLastPart, life.isWarm {
        measureMemoryWithoutLoad()
      }
      if elapsed - sampled > 2 {
        sampled = elapsed
        life.sample(ProcessFigures(pid: hub.pid))
        Output.error("\(Int(elapsed)) s: \(life.text)")
      }
      poll(nil, 0, Soak.stepMs)
    }
    try finish()
    return report
  }

  private mutating func note(_ act: String) { report.acts[act, default: 0] += 1 }

  /// Does something to the bus, most often nothing.
  private mutating func act() throws {
    switch random.roll(200) {
    case 0..<3: try signalProvider(SIGKILL)
    case 3: try signalProvider(SIGSTOP)
    // No more often: a provider that fails five times in a minute is quarantined.
    case 4..<10: break
    case 10..<14: try replaceClient()
    case 14..<30: try runCommand()
    case 30: try sendGarbage()
    case 31 where flood == nil:
      flood = try Part("flood", hub.endpoint)
      note("flood")
    case 31..<36:
      _ = flood?.process.stop(timeout: .zero)
      flood = nil
    case 36 where !isInLastPart: try endHub(SIGKILL)
    case 37 where !isInLastPart && random.roll(2) == 0: try endHub(SIGTERM)
    default: break
    }
  }

  private mutating func signalProvider(_ signal: Int32) throws {
    let children = ProcessFigures.all.filter { $0.parent == hub.pid && !$0.isZombie }
    guard !children.isEmpty else { return }
    let pid = children[random.roll(children.count)].pid
    kill(pid, signal)
    if signal == SIGSTOP { stopped.append(pid) }
    note(signal == SIGKILL ? "provider killed" : "provider stopped")
  }

  private func newClient() throws -> ChildProcess {
    var launch = Launch(
      try ExecutableSearch.thisExecutable(),
      ["soak-client", hub.endpoint],
      environment: hub.environment
    )
    launch.input = .lifeline
    launch.output = .pipe
    return try ChildProcess(launch)
  }

  private mutating func replaceClient() throws {
    let number = random.roll(clients.count)
    clients[number].signal(SIGKILL)
    _ = clients[number].waitForExit(.after(.seconds(10)))
    clients[number] = try newClient()
    note("client killed")
  }

  private mutating func runCommand() throws {
    guard commands.count < 4 else { return }
    let words = [
      ["hub", "status"], ["providers"], ["search", "albums", "25 some", "--json"],
      ["search", "albums", "10 \(random.next())"],
      ["albums", "model-1:artist:3", "--timeout", "1s"],
      // Quarantined providers are restarted, so that some are running at the end.
      ["provider", "reset", BenchHub.providerName(random.roll(Soak.providers))],
    ][random.roll(6)]
    var launch = Launch(
      try Programs.path("musicbus"),
      words + ["--no-autostart"],
      environment: hub.environment
    )
    launch.output = .null
    launch.errors = .null
    commands.append((words.joined(separator: " "), try ChildProcess(launch)))
    note("command")
  }

  private mutating func sendGarbage() throws {
    let socket = try RawSocket(RawContext(), .dealer, timeoutMs: 200)
    try socket.connect(to: hub.endpoint)
    for _ in 0..<20 {
      let frames = (0...random.roll(9)).map { _ in
        (0..<random.roll(2000)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      }
      try? socket.send([WireMessage.tag] + frames)
    }
    _ = try? socket.receive()
    note("garbage")
  }

  private mutating func endHub(_ signal: Int32) throws {
    report.lives.append(life.end())
    let ending = hub.end(signal)
    if signal == SIGTERM, ending != .exited(0) {
      report.violations.append("after SIGTERM the hub ended otherwise than with 0")
    }
    try hub.startAgain()
    life = SoakLife()
    note(signal == SIGKILL ? "hub killed" : "hub ended")
  }

  /// Reports processes that have ended unexpectedly.
  private mutating func takeEnds() throws {
    if let ending = hub.hasEnded {
      report.lives.append(life.end())
      report.violations.append("the hub ended unexpectedly: \(ending)")
      try hub.startAgain()
      life = SoakLife()
    }
    commands.removeAll { command in
      guard let ending = command.process.reap() else { return false }
      report.commands["\(ending)", default: 0] += 1
      if case .killed = ending { report.violations.append("musicbus \(command.words): \(ending)") }
      return true
    }
    for (number, client) in clients.enumerated() {
      guard let ending = client.reap() else { continue }
      report.violations.append("a client ended unexpectedly: \(ending)")
      clients[number] = try newClient()
    }
  }
}

/// The end of a run.
extension Soak {
  private mutating func finish() throws {
    flood = nil
    for client in clients {
      client.closeLifeline()
      var text: [UInt8] = []
      _ = client.waitForExit(.after(.seconds(60)))
      while case .bytes(let bytes)? = try client.output?.read() { text += bytes }
      if let seen = try? BusCodec.decode(SoakCalls.Report.self, from: text) {
        report.clients.add(seen)
      } else {
        report.violations.append("a client did not come to its end")
      }
    }
    clients = []
    report.violations += report.clients.violations
    for command in commands where command.process.waitForExit(.after(.seconds(60))) == nil {
      report.violations.append("musicbus \(command.words) does not end")
    }
    try takeEnds()
    try lookAtQuietHub()
    try lookForLeftovers()
  }

  private mutating func lookAtQuietHub() throws {
    try awaitProviders()
    let figures = ProcessFigures(pid: hub.pid)
    life.sample(figures)
    let last = life.end()
    report.lives.append(last)
    report.filesAtEnd = quietFiles()
    if last.maxZombies > Soak.providers { report.violations.append("zombies are left") }
    if !report.megabytesInQuiet.isEmpty {
      report.megabytesInQuiet.append(megabytesInQuiet())
      if report.memoryGrows { report.violations.append("the hub's memory grows") }
    }
    _ = hub.end(SIGTERM)
    try hub.startAgain()
    try awaitProviders()
    // The first reply that is stored starts a timer, whose three descriptors remain open.
    _ = try Fan(HubCaller(RawContext(), hub)).time(providers: 1, albums: 1)
    poll(nil, 0, 500)
    report.filesOfNewHub = quietFiles()
    if report.filesAtEnd > report.filesOfNewHub {
      report.violations.append("descriptors are left")
    }
  }

  private mutating func measureMemoryWithoutLoad() {
    flood = nil
    for client in clients { client.signal(SIGSTOP) }
    report.megabytesInQuiet.append(megabytesInQuiet())
    for client in clients { client.signal(SIGCONT) }
  }

  /// The memory of the hub once it has released unused memory.
  private func megabytesInQuiet() -> Double {
    least(everyMs: Soak.stepMs) { Machine.memory("VmRSS", of: hub.pid) }
  }

  /// The descriptors of the hub once all connections of others are gone.
  private func quietFiles() -> Int { least(everyMs: 20) { ProcessFigures(pid: hub.pid).openFiles } }

  /// The least of 50 samples.
  private func least<Value: Comparable>(everyMs pauseMs: Int32, _ sample: () -> Value) -> Value {
    var least = sample()
    for _ in 1..<50 {
      poll(nil, 0, pauseMs)
      least = min(least, sample())
    }
    return least
  }

  private mutating func lookForLeftovers() throws {
    _ = hub.end(SIGTERM)
    let mark = "MUSICBUS_SPAWN="
    let homes = ProcessFigures.all.filter { process in
      !process.isZombie && process.wasGiven(mark) && process.wasGiven(hub.home.path)
    }
    let left =
      homes.map(\.pid)
      + stopped.filter { pid in
        ProcessFigures.all.contains { $0.pid == pid && $0.wasGiven(mark) }
      }
    if !left.isEmpty { report.violations.append("processes are left: \(left)") }
    let run = "\(hub.home.path)/run"
    for directory in [run, "\(run)/spawned"] {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
      let files = names.filter { $0.hasSuffix(".sock") || $0.hasSuffix(".json") }
      if !files.isEmpty { report.violations.append("files are left: \(files)") }
    }
  }

  /// Waits until each provider serves or is quarantined.
  private func awaitProviders() throws {
    let context = try RawContext()
    let end = Stopwatch.nowMicroseconds + 60e6
    while Stopwatch.nowMicroseconds < end {
      if let caller = try? HubCaller(context, hub), let list = try? caller.providers(),
        list.count == Soak.providers,
        list.allSatisfy({ $0.state == .ready || $0.state == .quarantined })
      {
        return
      }
      poll(nil, 0, Soak.stepMs)
    }
    throw Missing("providers that are ready")
  }
}
