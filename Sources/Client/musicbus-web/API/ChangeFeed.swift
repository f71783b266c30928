import BusProtocol
import ClientKit
import HTTPServer
import MusicModel
import Synchronization

/// The stream of all changes: one watch of the hub, relayed to every open page.
final class ChangeFeed: Sendable {
  private struct State {
    var streams: [ObjectIdentifier: HTTPStream] = [:]
    /// The state of the hub that a new stream begins with.
    var hub: HubStatus?
    var providers: [ProviderID: ProviderStatus] = [:]
    var isWatching = false
    var problem: Problem?
  }

  private let queue: CallQueue
  private let state = Mutex(State())

  init(_ queue: CallQueue) { self.queue = queue }

  var streamCount: Int { state.withLock { $0.streams.count } }

  /// Watches the hub, unless it is watched already.
  func start() {
    let isNew = state.withLock { state in
      defer { state.isWatching = true }
      return !state.isWatching
    }
    guard isNew else { return }
    queue.submit(.hubWatch, timeoutMs: nil) { [self] in handle($0) }
  }

  /// Adds a stream, which begins with the full state.
  func add(_ stream: HTTPStream) {
    start()
    state.withLock { state in
      state.streams[ObjectIdentifier(stream)] = stream
      stream.send(ServerSentEvent.heartbeat)
      if let problem = state.problem {
        stream.send(ServerSentEvent("error", problem.bytes).bytes)
      } else if let hub = state.hub {
        var part = Part()
        part.hub = hub
        part.providers = state.providers.values.sorted { $0.id < $1.id }
        stream.send(ServerSentEvent("part", try? JSONCodec.encode(part)).bytes)
      }
    }
  }

  /// Sends a comment to every stream and removes those that have ended.
  func sendHeartbeat() {
    state.withLock { state in
      state.streams = state.streams.filter { !$0.value.isEnded }
      for stream in state.streams.values { stream.send(ServerSentEvent.heartbeat) }
    }
  }

  private func handle(_ event: CallQueue.Event) {
    switch event {
    case .part(let message):
      if let part: Part = try? message.decodeBody() { apply(part) }
      send(ServerSentEvent("part", message.body))
    case .done: ended(Problem(503, .hubStopping, "The hub ended the watch."), restarts: false)
    case .failed(let error): ended(Problem(error), restarts: error.isCrash)
    }
  }

  private func apply(_ part: Part) {
    state.withLock { state in
      state.problem = nil
      state.hub = part.hub ?? state.hub
      for provider in part.providers ?? [] { state.providers[provider.id] = provider }
      for id in part.removed ?? [] { state.providers[id] = nil }
    }
  }

  /// Handles the end of the watch. A hub that crashed is started again; one that was stopped is not.
  private func ended(_ problem: Problem, restarts: Bool) {
    state.withLock { state in
      state.isWatching = false
      state.problem = problem
      state.providers = [:]
      state.hub = nil
    }
    send(ServerSentEvent("error", problem.bytes))
    if restarts { start() }
  }

  private func send(_ event: ServerSentEvent) {
    let bytes = event.bytes
    state.withLock { state in
      for stream in state.streams.values { stream.send(bytes) }
    }
  }
}

extension ClientError {
  /// Whether the hub ended without saying so.
  fileprivate var isCrash: Bool {
    switch self {
    case .hubLost: true
    case .failed(let failure): failure.code == .sessionUnknown
    default: false
    }
  }
}
