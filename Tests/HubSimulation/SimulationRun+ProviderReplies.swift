import BusProtocol
import HubCore
import MusicModel

/// Replies of providers, correct or faulty.
extension SimulationRun {
  mutating func act(_ act: CallBehavior.Act, call id: String, provider number: Int) {
    guard let index = providers[number].open.firstIndex(where: { $0.id == id }) else { return }
    let call = providers[number].open[index]
    switch act {
    case .part(let items):
      providers[number].open[index].parts += 1
      say(.part, Part(items: items), of: call, seq: call.parts, provider: number)
    case .end(let items): end(call, items, provider: number)
    case .fail(let code, let retryAfterMs):
      var failure = Failure(code, "It says \(code).", retryAfterMs: retryAfterMs)
      failure.spent = providers[number].spend(on: call, at: now, seed: script.seed)
      say(.error, failure, of: call, provider: number)
      finish(call, provider: number)
    case .fault(let fault): self.fault(fault, call, provider: number)
    }
  }

  private mutating func end(
    _ call: SimulatedProvider.OpenCall,
    _ items: [Entity],
    provider number: Int,
    _ change: (inout Done) -> Void = { _ in }
  ) {
    var done = Done(parts: call.parts, items: items)
    done.spent = providers[number].spend(on: call, at: now, seed: script.seed)
    let isFile = Methods[call.method]?.isFile == true
    if isFile { done.media = Done.Media(type: "image/jpeg", url: call.parameters.url) }
    change(&done)
    // Lyrics have no URL.
    let url = call.parameters.url ?? "\(providers[number].plan.id)/lyrics"
    let file = isFile ? Array(url.utf8) : nil
    say(.done, done, of: call, file: done.media == nil ? nil : file, provider: number)
    finish(call, provider: number)
  }

  private mutating func say(
    _ type: MessageType,
    _ body: some Encodable,
    of call: SimulatedProvider.OpenCall,
    seq: Int? = nil,
    file: [UInt8]? = nil,
    provider number: Int
  ) {
    let header = Header(type: type, re: call.id, sid: call.sid, seq: seq)
    let bytes = try? JSONCodec.encode(body)
    let reply = DecodedReply(body)
    if type != .part { providers[number].lastEnd = (header, bytes, reply) }
    let message = WireMessage(header, body: bytes, attachment: file)
    send(.message(message, reply), over: providers[number].connection)
  }

  mutating func repeatEnd(_ number: Int) {
    guard let (header, body, reply) = providers[number].lastEnd else { return }
    send(.message(WireMessage(header, body: body), reply), over: providers[number].connection)
  }

  private mutating func finish(_ call: SimulatedProvider.OpenCall, provider number: Int) {
    providers[number].open.removeAll { $0.id == call.id }
    providers[number].ended += 1
    guard !providers[number].waiting.isEmpty else { return }
    let (connection, sent) = providers[number].waiting.removeFirst()
    provider(number, receives: sent, over: connection)
  }

  private mutating func fault(
    _ fault: CallBehavior.ProtocolFault,
    _ call: SimulatedProvider.OpenCall,
    provider number: Int
  ) {
    let items = providers[number].source.items(call.method, call.parameters)
    switch fault {
    case .wrongSeq:
      say(.part, Part(items: items), of: call, seq: call.parts + 2, provider: number)
      end(call, items, provider: number)
    case .wrongCount: end(call, items, provider: number) { $0.parts += 1 }
    case .twoEnds:
      end(call, items, provider: number)
      repeatEnd(number)
    case .afterTheEnd:
      end(call, items, provider: number)
      say(.part, Part(items: items), of: call, seq: 0, provider: number)
    case .foreignEnd:
      let others = providers.indices.filter { $0 != number }.flatMap { providers[$0].open }
      let guess = "q\((Int(call.id.dropFirst()) ?? 0) + 1)"
      let header = Header(type: .done, re: others.first?.id ?? guess, sid: call.sid)
      send(header, Done(items: items.map(\.forged)), over: providers[number].connection)
      end(call, items, provider: number)
    case .otherKind:
      var parameters = call.parameters
      parameters.chart = .songs
      end(call, providers[number].source.chart(parameters), provider: number)
    case .unreadable:
      say(.done, ["items": 7], of: call, provider: number)
      finish(call, provider: number)
    case .tooMany: end(call, Array(repeating: items, count: 300).flatMap { $0 }, provider: number)
    case .absurdNumbers: end(call, items.map(\.absurd), provider: number) { $0.skipped = .max }
    case .wrongDirection:
      let header = Header(type: .welcome, re: call.id, sid: call.sid)
      send(header, Bye(), over: providers[number].connection)
    case .overspent:
      let upstream = providers[number].upstream
      end(call, items, provider: number) { $0.spent = [upstream: .max, "unknown.example": -1] }
    case .longText:
      let failure = Failure(.internalError, String(repeating: "long ", count: 2_000))
      say(.error, failure, of: call, provider: number)
      finish(call, provider: number)
    case .wrongSession:
      let header = Header(type: .done, re: call.id, sid: "another")
      send(header, Done(items: items), over: providers[number].connection)
    case .noFile: end(call, [], provider: number) { $0.media = nil }
    case .crash: crash(number, status: 1)
    }
  }
}

extension Entity {
  /// With an invented name.
  fileprivate var forged: Entity {
    func forged<Kind: MusicEntity>(_ entity: Kind, _ name: WritableKeyPath<Kind, String>) -> Kind {
      var entity = entity
      entity[keyPath: name] += ", forged"
      return entity
    }
    return switch self {
    case .artist(let artist): .artist(forged(artist, \.name))
    case .album(let album): .album(forged(album, \.title))
    case .song(let song): .song(forged(song, \.title))
    case .chart(let chart): .chart(forged(chart, \.title))
    }
  }

  /// With numbers that cannot be meant.
  fileprivate var absurd: Entity {
    switch self {
    case .artist(var artist):
      (artist.formedYear, artist.followers) = (.min, .max)
      return .artist(artist)
    case .album(var album):
      (album.trackCount, album.rank) = (.max, .min)
      for index in album.artwork.indices { album.artwork[index].width = .max }
      return .album(album)
    case .song(var song):
      (song.durationMs, song.discNumber, song.trackNumber) = (.min, .max, .max)
      return .song(song)
    case .chart: return self
    }
  }
}
