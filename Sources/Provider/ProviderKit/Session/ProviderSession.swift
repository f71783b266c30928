internal import BusProtocol
internal import MusicModel

/// The provider's side of a session, as a pure machine: what happens comes in, what is to be done
/// goes out. It knows no socket, no task and no clock; times are milliseconds since the start.
struct ProviderSession: Sendable {
  enum Event: Sendable {
    /// The program has begun.
    case start
    case received(WireMessage)
    /// Something came that is no message.
    case refused(WireError)
    /// A running call is about to make a request.
    case spent(run: Int, upstream: String)
    case appended(run: Int, [Entity])
    case ended(run: Int, CallExecutor.Ended)
    /// The hub is gone, or somebody wants the program to end.
    case stop(String)
    /// Time has passed.
    case tick
  }

  enum Action: Hashable, Sendable {
    /// Drop the connection and make a new one.
    case connect
    case send(WireMessage)
    /// Work on a call; its end is told by ``Event/ended(run:_:)``, whatever happens.
    case run(Int, Method, CallParameters, timeLeftMs: Int)
    case cancel(run: Int)
    case log(String)
    case exit(Int32)
  }

  enum State: Hashable, Sendable {
    case new
    /// Hello was said, under this id.
    case greeting(id: String, until: Int)
    case open(Open)
    /// No session; hello is said again then.
    case pausing(until: Int)
    case over
  }

  struct Open: Hashable, Sendable {
    let sid: String
    let since: Int
    var lastHeard: Int
    /// After this silence the hub is given up.
    let deadMs: Int
    let limits: WireLimits
  }

  /// How long a hub may take to answer a hello.
  static let helloMs = 5000
  /// A session that lived so long was a good one: the next failure is the first again.
  static let goodSessionMs = 10_000

  let promise: Descriptor
  let token: String
  /// What it offers to speak.
  let versions: VersionRange
  var state = State.new
  /// Calls that have no terminal yet, by the hub's id.
  var calls: [String: InFlightCall] = [:]
  /// Work that has not come to its end, also of calls that have been answered.
  var running: Set<Int> = []
  var ended = 0
  var hellos = 0
  private var runs = 0
  var failures = 0
  var refusals = 0
  private var actions: [Action] = []

  /// - Parameters:
  ///   - promise: what the provider is.
  ///   - token: of the start line; good for any number of hellos.
  ///   - versions: what it offers to speak.
  init(promise: Descriptor, token: String, versions: VersionRange = .supported) {
    self.promise = promise
    self.token = token
    self.versions = versions
  }

  mutating func handle(_ event: Event, at now: Int) -> [Action] {
    actions = []
    switch event {
    case .start: greet(onNewConnection: true, at: now)
    case .received(let message): receive(message, at: now)
    case .refused(let error): refuse(error)
    case .spent(let run, let upstream): spent(run, upstream)
    case .appended(let run, let items): append(items, of: run)
    case .ended(let run, let ended): end(run, ended)
    case .stop(let reason): stop(reason)
    case .tick: break
    }
    lookAtClock(now)
    return actions
  }

  /// When time alone will change something.
  var nextDeadline: Int? {
    let ofState: Int? =
      switch state {
      case .greeting(_, let until), .pausing(let until): until
      case .open(let open): open.lastHeard + open.deadMs
      case .new, .over: nil
      }
    return ([ofState] + calls.values.map { Optional($0.deadline) }).compactMap { $0 }.min()
  }

  mutating func act(_ action: Action) { actions.append(action) }
  mutating func log(_ line: String) { act(.log(line)) }

  mutating func nextRun() -> Int {
    runs += 1
    running.insert(runs)
    return runs
  }

  /// Sends a message; a body that cannot be written is our own mistake.
  mutating func send(_ header: Header, _ body: some Encodable, attachment: [UInt8]? = nil) {
    do {
      act(.send(try WireMessage(header, body, attachment: attachment)))
    } catch {
      log("A \(header.type.rawValue) could not be written: \(error)")
    }
  }
}
