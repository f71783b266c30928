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
    case ended(run: Int, CallRunner.Ended)
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
  var state = State.new
  /// Calls that have no terminal yet, by the hub's id.
  var calls: [String: OpenCall] = [:]
  /// Work that has not come to its end, also of calls that have been answered.
  var running: Set<Int> = []
  var ended = 0
  private var hellos = 0
  private var runs = 0
  private var failures = 0
  private var refusals = 0
  private var actions: [Action] = []

  /// - Parameters:
  ///   - promise: what the provider is.
  ///   - token: of the start line; good for any number of hellos.
  init(promise: Descriptor, token: String) {
    self.promise = promise
    self.token = token
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

// MARK: Beginning and ending

extension ProviderSession {
  private mutating func greet(onNewConnection isNew: Bool, at now: Int) {
    hellos += 1
    let id = "h\(hellos)"
    state = .greeting(id: id, until: now + ProviderSession.helloMs)
    if isNew { act(.connect) }
    let peer = PeerDescription(name: promise.id.rawValue, version: promise.version)
    send(Header(type: .hello, id: id), Hello(peer: peer, token: token, descriptor: promise))
  }

  private mutating func lookAtClock(_ now: Int) {
    switch state {
    case .greeting(_, let until) where now >= until:
      log("The hub does not answer; trying again on a new connection.")
      greet(onNewConnection: true, at: now)
    case .pausing(let until) where now >= until:
      greet(onNewConnection: true, at: now)
    case .open(let open) where now >= open.lastHeard + open.deadMs:
      log("The hub has been silent for \(now - open.lastHeard) ms; connecting anew.")
      leave(at: now)
      greet(onNewConnection: true, at: now)
    default: break
    }
    for (id, call) in calls.sorted(by: { $0.key < $1.key }) where now >= call.deadline {
      let text = "\(call.method) was not done within \(call.deadline - call.started) ms."
      close(id, with: Failure(.deadlineExceeded, text))
    }
  }

  mutating func welcome(_ message: WireMessage, at now: Int) {
    guard case .greeting(let id, _) = state, message.header.re == id else { return }
    guard let sid = message.header.sid else {
      return log("A welcome without a session was ignored.")
    }
    do throws(Failure) {
      let welcome = try message.decodeBody(Welcome.self)
      guard VersionRange.supported.min <= welcome.version,
        welcome.version <= VersionRange.supported.max
      else {
        log("The hub chose version \(welcome.version), which was not offered.")
        return finish(ExitStatus.configuration)
      }
      state = .open(
        Open(
          sid: sid,
          since: now,
          lastHeard: now,
          deadMs: max(1, welcome.liveness.deadMs),
          limits: welcome.limits
        )
      )
      log("Serving \(welcome.hub.name) \(welcome.hub.version), session \(sid).")
    } catch {
      log(error.message)
    }
  }

  mutating func rejected(_ message: WireMessage) {
    guard case .greeting = state else { return }
    let reject = try? message.decodeBody(Reject.self)
    let supported = reject?.supported.map(\.description).joined(separator: ", ") ?? ""
    log(
      "The hub refuses this provider: \(reject?.message ?? "no reason given")"
        + (supported.isEmpty ? "" : " It speaks \(supported).")
    )
    finish(ExitStatus.configuration)
  }

  mutating func bye(_ message: WireMessage, at now: Int) {
    guard case .open(let open) = state else { return }
    let bye = (try? message.decodeBody(Bye.self)) ?? Bye()
    log("The hub ends the session: \(bye.message ?? bye.code?.rawValue ?? "no reason given")")
    if now - open.since >= ProviderSession.goodSessionMs { failures = 0 }
    leave(at: now)
    let isAtOnce = bye.code == .sessionUnknown || bye.code == .slowConsumer
    if isAtOnce, failures == 0 {
      greet(onNewConnection: false, at: now)
    } else {
      state = .pausing(until: now + min(5000, 100 << min(failures, 6)))
    }
    failures += 1
  }

  /// Gives up all calls of a session that is no more; nobody waits for their terminals.
  private mutating func leave(at now: Int) {
    for call in calls.values.sorted(by: { $0.run < $1.run }) { act(.cancel(run: call.run)) }
    calls = [:]
  }

  private mutating func stop(_ reason: String) {
    guard state != .over else { return }
    log("Ending: \(reason).")
    for id in calls.keys.sorted() {
      close(id, with: Failure(.cancelled, "The provider ends: \(reason)."))
    }
    if case .open(let open) = state {
      send(Header(type: .bye, sid: open.sid), Bye(message: "The provider ends: \(reason)."))
    }
    finish(ExitStatus.success)
  }

  private mutating func finish(_ status: Int32) {
    state = .over
    act(.exit(status))
  }

  /// Tells of what was no message, but not for ever.
  private mutating func refuse(_ error: WireError) {
    refusals += 1
    if refusals <= 10 { log("Something that is no message was ignored: \(error.message)") }
    guard case .open(let open) = state else { return }
    let id: String? =
      switch error {
      case .unknownType(_, let id), .header(_, let id): id
      case .frameCount, .otherMajor, .tooLarge: nil
      }
    guard let id else { return }
    send(Header(type: .error, re: id, sid: open.sid), Failure(error.code, error.message))
  }
}
