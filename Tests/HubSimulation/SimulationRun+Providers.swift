import BusProtocol
import HubCore
import MusicModel

/// Reactions of providers to the hub.
extension SimulationRun {
  mutating func hello(provider number: Int) {
    guard providers[number].isRunning else { return }
    let model = providers[number]
    var hello = Hello(
      peer: PeerDescription(name: model.id.rawValue, version: "1"),
      token: model.token,
      descriptor: model.descriptor
    )
    switch model.currentStartFault {
    case .wrongVersion:
      let later = ProtocolVersion(major: 1, minor: 9)
      hello.versions = VersionRange(min: later, max: later)
    case .wrongToken: hello.token = "guessed"
    case .otherDescriptor: hello.descriptor?.id = providers[(number + 1) % providers.count].id
    case .oddDescriptor: hello.descriptor?.inflight = -1
    default: break
    }
    send(Header(type: .hello, id: "h\(now)"), hello, over: model.connection)
  }

  mutating func sayBye(provider number: Int) {
    guard let sid = providers[number].sid, providers[number].isRunning else { return }
    send(Header(type: .bye, sid: sid), Bye?.none, over: providers[number].connection)
  }

  mutating func provider(_ number: Int, receives sent: SentMessage, over connection: Connection) {
    guard providers[number].isRunning, connection == providers[number].connection else { return }
    guard !providers[number].isHung else {
      providers[number].inbox.append((connection, sent))
      return
    }
    switch sent.body {
    case .welcome:
      providers[number].sid = sent.header.sid
      providers[number].waiting = []
    case .ping: pong(sent.header, provider: number, over: connection)
    case .bye(let code):
      providers[number].sid = nil
      if [.sessionUnknown, .slowConsumer].contains(code) {
        hello(provider: number)
      } else {
        wake(number, .exit(ProviderExit(reason: "exited with status 0")), afterMs: 100)
      }
    case .reject:
      let exit = ProviderExit(reason: "exited with status 78", isFinal: true)
      wake(number, .exit(exit), afterMs: 20)
    case .call(let parameters): take(sent, parameters, provider: number, over: connection)
    case .cancel: cancel(sent.header.re ?? "", provider: number)
    case .part, .done, .error, .unreadable: break
    }
  }

  private mutating func pong(_ header: Header, provider number: Int, over connection: Connection) {
    let model = providers[number]
    // A Core provider hears nothing while it works.
    guard !model.plan.isCore || model.open.isEmpty else { return }
    let oldest = model.open.map { now - $0.since }.max() ?? 0
    let body = Pong(inflight: model.open.count, oldestMs: oldest, ended: model.ended)
    send(Header(type: .pong, re: header.id, sid: model.sid), body, over: connection)
  }

  private mutating func take(
    _ sent: SentMessage,
    _ parameters: CallParameters,
    provider number: Int,
    over connection: Connection
  ) {
    guard !providers[number].plan.isCore || providers[number].open.isEmpty else {
      providers[number].waiting.append((connection, sent))
      return
    }
    let call = SimulatedProvider.OpenCall(
      id: sent.header.id ?? "",
      method: sent.header.method ?? Method(rawValue: ""),
      parameters: parameters,
      sid: sent.header.sid ?? "",
      since: now,
      timeoutMs: sent.header.timeoutMs ?? 0
    )
    providers[number].open.append(call)
    let behavior = providers[number].behavior(for: call, isCalm: isCalm, seed: script.seed)
    for (afterMs, act) in behavior.acts {
      wake(number, .act(call: call.id, act), afterMs: afterMs)
    }
  }

  private mutating func cancel(_ id: String, provider number: Int) {
    guard !providers[number].isStalled,
      let call = providers[number].open.first(where: { $0.id == id })
    else { return }
    var random = providers[number].random(for: call, isNew: false, seed: script.seed)
    guard !providers[number].plan.isCore, isCalm || !random.chance(20) else { return }
    wake(
      number,
      .act(call: id, .fail(.cancelled, retryAfterMs: nil)),
      afterMs: random.roll(0...400)
    )
  }
}
