import BusProtocol
import HubCore
import MusicModel

/// The steps of the script.
extension SimulationRun {
  mutating func apply(_ event: ScriptStep) {
    if let client = event.client { ensureClient(client) }
    // A script that was made plainer has fewer.
    if let provider = event.provider, !providers.indices.contains(provider) { return }
    switch event {
    case .connect(let client, let versions): hello(client: client, versions)
    case .call(let client, let request): call(client: client, request)
    case .nextPage(let client):
      if let request = clients[client].next { call(client: client, request) }
    case .cancel(let client, let back): cancel(client: client, back: back)
    case .repeatID(let client): repeatID(client: client)
    case .sayBye(let client): sayBye(client: client)
    case .vanish(let client, let notified):
      disconnect(client: client, reportsLoss: notified)
      clients[client].restart()
    case .pause(let client, let ms): pause(client: client, ms: ms)
    case .flood(let client, let count): flood(client: client, count: count)
    case .loseClient(let client, let notified): disconnect(client: client, reportsLoss: notified)
    case .lagClient(let client, let ms):
      network.lag(clients[client].connection, by: ms, until: now + 4 * ms)
    case .garbage(let client, let garbage):
      send(garbage, sid: clients[client].sid, over: clients[client].connection)
    case .crash(let provider, let status): crash(provider, status: status)
    case .hang(let provider, let ms): suspend(provider, \.isHung, ms: ms)
    case .stall(let provider, let ms): suspend(provider, \.isStalled, ms: ms)
    case .loseProvider(let provider, let notified):
      disconnect(provider: provider, reportsLoss: notified)
    case .lagProvider(let provider, let ms):
      network.lag(providers[provider].connection, by: ms, until: now + 4 * ms)
    case .helloAgain(let provider): hello(provider: provider)
    case .providerSaysBye(let provider): sayBye(provider: provider)
    case .providerGarbage(let provider, let garbage):
      guard providers[provider].isRunning else { return }
      let model = providers[provider]
      send(garbage, sid: model.sid, over: model.connection)
    case .removeManifest(let provider):
      manifests.removeManifest(providers[provider].id)
      deliver(.providersFound(manifests.listing(providers)))
    case .restoreManifest(let provider, let elsewhere):
      manifests.put(providers[provider].id, elsewhere: elsewhere)
      deliver(.providersFound(manifests.listing(providers)))
    case .failStart(let provider, let how): providers[provider].startFault = how
    case .sleep(let ms): suspendHub(sleepMs: ms)
    case .clockBack(let ms): clockBackMs = ms
    case .wallClock(let ms): deliver(.clockSet(unixMs: SimulationRun.wallMs + now + ms))
    case .restartHub: restartHub()
    case .disk(let ms, let fails): disk.changes(writeMs: ms, fails: fails)
    case .stop: deliver(.stopRequested(reason: "the script says so"))
    }
  }

  private mutating func flood(client number: Int, count: Int) {
    for topic in 0..<count {
      call(client: number, .search(topic % 2 == 0 ? .artist : .album, topic: topic))
    }
  }

  private mutating func send(
    _ garbage: ScriptStep.Garbage,
    sid: String?,
    over connection: Connection
  ) {
    let isClient = connection.side == .client
    switch garbage {
    case .otherMajor: send(.garbage(.otherMajor(tag: [77, 66, 50])), over: connection)
    case .frames: send(.garbage(.frameCount(7)), over: connection)
    case .tooLarge:
      send(.garbage(.tooLarge(frame: "body", bytes: 2_000_000, limit: 1_048_576)), over: connection)
    case .unknownType: send(.garbage(.unknownType("watch", id: nil)), over: connection)
    case .unknownTypeWithID: send(.garbage(.unknownType("watch", id: "g1")), over: connection)
    case .headerWithID: send(.garbage(.header("it is odd", id: "g2")), over: connection)
    case .header: send(.garbage(.header("it is odd", id: nil)), over: connection)
    case .wrongDirection:
      let header = Header(type: isClient ? .done : .cancel, re: "c1", sid: sid)
      send(header, Done(), over: connection)
    case .wrongSession:
      send(Header(type: .cancel, re: "c1", sid: "unknown"), Bye?.none, over: connection)
    case .noSession: send(Header(type: .pong, re: "p1"), Bye?.none, over: connection)
    case .unreadableHello: send(Header(type: .hello, id: "g3"), ["versions": 7], over: connection)
    case .unknownCancel:
      guard isClient else { return }
      send(Header(type: .cancel, re: "nothing", sid: sid), Bye?.none, over: connection)
    case .duplicate:
      if isClient { repeatID(client: connection.number) } else { repeatEnd(connection.number) }
    }
  }
}

extension ScriptStep {
  fileprivate var client: Int? {
    switch self {
    case .connect(let client, _), .call(let client, _), .nextPage(let client),
      .cancel(let client, _), .repeatID(let client), .sayBye(let client), .vanish(let client, _),
      .pause(let client, _), .flood(let client, _), .loseClient(let client, _),
      .lagClient(let client, _), .garbage(let client, _):
      client
    default: nil
    }
  }

  fileprivate var provider: Int? {
    switch self {
    case .crash(let provider, _), .hang(let provider, _), .stall(let provider, _),
      .loseProvider(let provider, _), .lagProvider(let provider, _), .helloAgain(let provider),
      .providerSaysBye(let provider), .providerGarbage(let provider, _),
      .removeManifest(let provider),
      .restoreManifest(let provider, _), .failStart(let provider, _):
      provider
    default: nil
    }
  }
}
