import BusProtocol
import MusicModel

/// A client call as it was received and checked.
struct ClientRequest: Sendable {
  var origin: CallOrigin
  let spec: MethodSpec
  let parameters: CallParameters
  let deadlines: CallDeadlines
  /// Whether it is a call of the hub itself, which may not take requests from those of clients.
  let isBackground: Bool
  /// The client's call that it is part of, if any.
  let parent: CallPart?

  init(
    _ spec: MethodSpec,
    _ parameters: CallParameters,
    _ deadlines: CallDeadlines,
    _ origin: CallOrigin,
    isBackground: Bool = false,
    partOf parent: CallPart? = nil
  ) {
    self.origin = origin
    self.spec = spec
    self.parameters = parameters
    self.deadlines = deadlines
    self.isBackground = isBackground
    self.parent = parent
  }

  var method: Method { spec.method }
  var offset: Int { parameters.offset ?? 0 }
  var pageLength: Int { parameters.limit ?? 1 }

  /// The method of the provider calls that serve it.
  var providerMethod: Method {
    switch spec.result {
    case .artwork, .preview, .lyrics, .stream, .explanation, .favorite:
      parameters.id?.kind.flatMap(Methods.get) ?? method
    case .list, .single, .report: method
    }
  }

  var isList: Bool {
    if case .list = spec.result { true } else { false }
  }

  /// Whether the list contains only some of the entities that the sources return.
  var isFiltered: Bool {
    parameters.exact == true || parameters.title != nil || parameters.albumKind != nil
      || parameters.genre != nil || parameters.from != nil || parameters.to != nil
      || parameters.owned != nil
  }

  /// Whether the result is all that the sources know of one entity.
  var isOfOneEntity: Bool {
    switch spec.result {
    case .single, .explanation, .favorite: true
    case .list, .artwork, .preview, .lyrics, .stream, .report: false
    }
  }

  /// Whether a record is of the requested kind.
  func accepts(_ entity: Entity) -> Bool {
    switch spec.result {
    case .list where spec.subject == .chart:
      entity.kind == (parameters.chart == .songs ? .song : .album)
    case .list: spec.kinds.contains(entity.kind)
    case .single, .artwork, .preview, .lyrics, .stream, .explanation, .favorite, .report:
      entity.kind == parameters.id?.kind
    }
  }

  /// Returns the providers to query, in order.
  ///
  /// - Throws: `INVALID_PARAMS` for an unknown provider, `NO_PROVIDER` if none serves the call.
  func providers(in directory: ProviderDirectory) throws(Failure) -> [ProviderID] {
    let all = directory.providers
    let wanted = parameters.providers ?? all.filter { !directory.lacksConfiguration($0) }
    for id in wanted where !all.contains(id) {
      throw Failure.unknownProvider(id, known: all, .invalidParams)
    }
    func serve(_ id: ProviderID, _ method: Method) -> Bool {
      wanted.contains(id) && directory.serves(id, method)
    }
    let needed = spec.isFile ? method : providerMethod
    guard all.contains(where: { serve($0, needed) }) else {
      let names = parameters.providers.map { $0.map(\.rawValue).joined(separator: ", ") }
      throw Failure(.noProvider, "\"\(method)\" is not served by \(names ?? "any provider").")
    }
    return all.filter { serve($0, providerMethod) }
  }
}

/// The deadlines of a client call. Each hop subtracts a margin and passes on the rest
/// (Protocol/messages.md, "Time and cancellation").
package struct CallDeadlines: Hashable, Sendable {
  package let start: Instant
  /// The hub replies then at the latest, with the results that it has.
  package let deadline: Instant
  /// From then on, the results of one source suffice; never before all lookups in the cache.
  package let softDeadline: Instant
  /// From then on, no results suffice: soon after the start if the caller waits for no source.
  package let emptyDeadline: Instant

  /// Computes the deadlines of a call.
  ///
  /// `timeoutMs` is the time limit of the caller, `waitMs` its wait for slow sources after others
  /// have replied, both in milliseconds.
  package init(start: Instant, timeoutMs: Int, waitMs: Int) {
    self.start = start
    deadline = start + (timeoutMs - CallDeadlines.margin(of: timeoutMs))
    softDeadline = min(deadline, start + max(waitMs, CallDeadlines.cacheLookupMs))
    emptyDeadline = waitMs == 0 ? softDeadline : deadline
  }

  /// Those of a call of the hub itself, which waits for slow sources to the end.
  init(ofHubFrom start: Instant, _ settings: HubSettings) {
    let ms = settings.defaultTimeoutMs
    self.init(start: start, timeoutMs: ms, waitMs: ms)
  }

  /// The deadlines of a part that begins later than its call: what is left, and a second for slow sources at least, unless the caller
  /// waits for none.
  func ofPart(beginningAt now: Instant) -> CallDeadlines {
    let waitsForNone = emptyDeadline < deadline
    let waitMs = waitsForNone ? CallDeadlines.cacheLookupMs : CallDeadlines.partWaitMs
    let softDeadline = min(deadline, max(softDeadline, now + waitMs))
    return CallDeadlines(
      start: now,
      deadline: deadline,
      softDeadline: softDeadline,
      emptyDeadline: waitsForNone ? softDeadline : deadline
    )
  }

  private static let partWaitMs = 1_000

  private init(
    start: Instant,
    deadline: Instant,
    softDeadline: Instant,
    emptyDeadline: Instant
  ) {
    (self.start, self.deadline) = (start, deadline)
    (self.softDeadline, self.emptyDeadline) = (softDeadline, emptyDeadline)
  }

  /// The time for lookups in the cache, which even a call has that waits for no source.
  package static let cacheLookupMs = 100

  /// The hop margin: 5 % of the time limit, at least 50 ms.
  package static func margin(of timeoutMs: Int) -> Int { max(50, timeoutMs / 20) }

  /// The time left until the deadline, in milliseconds.
  package func left(at now: Instant) -> Int { max(0, deadline - now) }
}

extension CallDeadlines {
  /// Returns the deadlines of a call that is received now.
  ///
  /// - Throws: `INVALID_HEADER` or `DEADLINE_EXCEEDED` if its time limit is invalid or too short.
  init(
    of header: Header,
    _ parameters: CallParameters,
    _ settings: HubSettings,
    now: Instant
  ) throws(Failure) {
    let timeoutMs = header.timeoutMs ?? settings.defaultTimeoutMs
    guard Header.timeoutMsAllowed.contains(timeoutMs) else {
      throw Failure(
        .invalidHeader,
        "\"timeoutMs\" must be 1 to \(Header.timeoutMsAllowed.upperBound) milliseconds, not \(timeoutMs)."
      )
    }
    let waitMs = parameters.waitMs ?? settings.defaultWaitMs
    self.init(start: now, timeoutMs: timeoutMs, waitMs: waitMs)
    guard left(at: now) > 0 else {
      throw Failure(
        .deadlineExceeded,
        "timeoutMs \(timeoutMs) is too short: the hub reserves \(CallDeadlines.margin(of: timeoutMs)) ms."
      )
    }
  }
}

/// The client call to which a reply belongs.
struct CallOrigin: Hashable, Sendable {
  let client: Peer
  /// The client's id of the call.
  let id: String
  let method: Method
  let received: Instant
}

extension CallOrigin {
  /// The origin of a call that no client waits for.
  init(of call: ClientCallID, method: Method, received: Instant) {
    self.init(client: .hub, id: "\(call.number)", method: method, received: received)
  }
}

/// The hub's number of a client call.
struct ClientCallID: Hashable, Sendable, Comparable {
  let number: Int

  static func < (left: ClientCallID, right: ClientCallID) -> Bool { left.number < right.number }
}

/// The calls in flight that decide whether a client may begin one more.
struct Admission: Sendable {
  /// Whether a call of the client with the same id is in flight.
  let isDuplicate: Bool
  let callsOfClient: Int
  /// Calls of all clients that providers serve.
  let calls: Int

  func check(_ id: String, _ settings: HubSettings) throws(Failure) {
    guard !isDuplicate else {
      throw Failure(.duplicateCall, "A call with the id \"\(id)\" is in flight already.")
    }
    let maxOwn = settings.limits.inflight
    guard callsOfClient < maxOwn else {
      let text = "At most \(maxOwn) calls of one client may be in flight."
      throw Failure(.busy, text, retryAfterMs: 100)
    }
    guard calls < settings.maxCalls else {
      let text = "The hub already has \(settings.maxCalls) calls in flight."
      throw Failure(.busy, text, retryAfterMs: 1000)
    }
  }
}

/// The parameters that matter to the hub and to a provider, by the rules of the method.
extension CallParameters {
  /// The size of a whole chart.
  private static let wholeChart = 100

  /// The parameters that the method uses, with its defaults.
  func relevant(to spec: MethodSpec, _ settings: HubSettings) -> CallParameters {
    var parameters = spec.client.only(self)
    if spec.subject == .chart { parameters.chart = chart ?? .albums }
    guard case .list = spec.result else { return parameters }
    parameters.limit = limit ?? settings.defaultPageLength
    parameters.offset = offset ?? 0
    // The library is searched while the user types.
    if spec.subject == .text, exact == nil, cache != .only, CallParameters.isShort(text ?? "") {
      parameters.exact = true
    }
    return parameters
  }

  /// What a user is told whose text finds exact names only; `nil` of another search.
  var shortTextNote: String? {
    guard let text, cache != .only, lookup != true, CallParameters.isShort(text) else { return nil }
    return "\"\(text.trimmed)\" is very short; matching exact names only."
  }

  /// Whether the text of a search is so short that it only makes sense as an exact name (U2).
  ///
  /// In Chinese, Japanese and Korean, two characters are a word.
  static func isShort(_ text: String) -> Bool {
    let text = text.trimmed
    return text.count == 1 || text.count == 2 && !text.unicodeScalars.contains(where: \.isEastAsian)
  }

  /// Returns the parameters of a provider call.
  ///
  /// The hub requests `limit` hits of a search, and other lists as a whole; `position` is where
  /// the provider's own list continues.
  func query(
    of method: Method,
    limit: Int,
    at position: ListPosition? = nil,
    _ settings: HubSettings
  ) -> CallParameters {
    guard let spec = Methods[method], let rules = spec.provider else { return CallParameters() }
    var parameters = rules.only(self)
    parameters.listPosition = position
    switch spec.depth {
    case .hits: parameters.limit = limit.clamped(to: 1...settings.maxPageLength)
    case .whole: parameters.limit = settings.maxPageLength
    case .chart: parameters.limit = CallParameters.wholeChart
    case .one: parameters.limit = nil
    }
    return parameters
  }
}

extension WireMessage {
  /// Reads the parameters of a client's call, in which a URL, a bar code or an ISRC may replace an id.
  func callParameters(_ directory: ProviderDirectory) throws(Failure) -> CallParameters {
    var parameters: CallParameters
    do throws(Failure) {
      parameters = try decodeBody()
    } catch {
      // A URL is unreadable as an id.
      guard let members = try? JSONCodec.decode(JSONValue.self, from: body ?? []).members else {
        throw error
      }
      let replaced = members.merging(
        ["id", "other"].compactMap { name in
          guard case .string(let text)? = members[name], EntityID(text) == nil else { return nil }
          return directory.pastedID(text).map { (name, .string("\($0)")) }
        }
      ) { $1 }
      guard replaced != members, let body = try? JSONCodec.encode(JSONValue.object(replaced)) else {
        let hasURL = ["id", "other"].contains { members[$0]?.text?.contains("://") == true }
        throw hasURL ? directory.unknownURLFailure ?? error : error
      }
      parameters = try WireMessage(header, body: body).decodeBody()
    }
    func canonical(_ id: EntityID) -> EntityID {
      directory.understands(id) ? id : directory.pastedID("\(id)") ?? id
    }
    parameters.id = parameters.id.map(canonical)
    parameters.other = parameters.other.map(canonical)
    func key(_ text: String) -> String {
      CallParameters.isKey(text) ? text : directory.pastedID(text)?.description ?? text
    }
    parameters.key = parameters.key.map(key)
    parameters.keys = parameters.keys?.map(key)
    parameters.target = parameters.target.map(key)
    return parameters
  }
}

extension Unicode.Scalar {
  /// Whether it is an ideograph, or a letter of the Japanese, Korean or Bopomofo script.
  fileprivate var isEastAsian: Bool {
    switch value {
    case 0x1100...0x11FF, 0x2E80...0x2FDF, 0x3005...0x3007, 0x3031...0x31FF, 0x3400...0x4DBF,
      0x4E00...0x9FFF, 0xA960...0xA97F, 0xAC00...0xD7FF, 0xF900...0xFAFF, 0xFF66...0xFFDC,
      0x1B000...0x1B16F, 0x20000...0x323AF:
      true
    default: false
    }
  }
}
