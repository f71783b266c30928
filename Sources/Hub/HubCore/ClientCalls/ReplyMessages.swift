import BusProtocol
import EntityResolution
import MusicModel

/// The messages of a reply, each within the size limits of the bus.
struct ReplyMessages: Sendable {
  private(set) var messages: [WireMessage] = []
  /// The number of parts of the reply, those sent before included.
  private(set) var partCount: Int
  /// Whether the reply ends with an error.
  private(set) var isError = false
  /// The reason why a body could not be encoded; `nil` if all could.
  private(set) var problem: String?
  /// The client's id of the call.
  private let call: String
  private let maxItems: Int
  private let limits: WireLimits

  init(to call: String, after partCount: Int = 0, _ settings: HubSettings) {
    self.call = call
    self.partCount = partCount
    maxItems = settings.itemsPerMessage
    limits = settings.limits
  }

  /// A reply of one message, or an error if it is too large.
  init(
    to call: String,
    _ done: Done,
    attachment: [UInt8]? = nil,
    or failure: Failure = .replyTooLarge,
    _ settings: HubSettings
  ) {
    self.init(to: call, settings)
    add(done, attachment: attachment, or: failure)
  }

  /// An error.
  init(to call: String, _ failure: Failure, _ settings: HubSettings) {
    self.init(to: call, settings)
    fail(failure)
  }

  /// The error that ends a reply with an entity that is too large.
  func tooLarge(_ sources: [SourceReport]? = nil) -> Failure {
    let text = "An entity of the result has more than \(limits.bodyBytes) bytes."
    var failure = Failure(.tooLarge, text, sources: sources)
    failure.parts = partCount
    return failure
  }

  /// Adds all but the last slice of a long page as parts, and the rest with the end.
  ///
  /// - Returns: whether everything fits.
  mutating func add(_ page: [Entity], _ done: Done) -> Bool {
    var rest = page[...]
    while rest.count > maxItems {
      let slice = Array(rest.prefix(maxItems))
      guard add(slice, in: { Part(items: $0) }) else { return false }
      rest = rest.dropFirst(slice.count)
    }
    var done = done
    done.items = LenientList(Array(rest))
    if add(done) { return true }
    done.items = LenientList([])
    return add(Array(rest), in: { Part(items: $0) }) && add(done)
  }

  /// Adds the changes of a page to the client that streams.
  ///
  /// - Returns: whether everything fits.
  mutating func add(_ step: StreamedPage.Step) -> Bool {
    var rest = step.upsert[...]
    var gone = step.gone
    repeat {
      let slice = Array(rest.prefix(maxItems))
      guard add(slice, in: { Part(upsert: $0, gone: gone) }) else { return false }
      rest = rest.dropFirst(slice.count)
      gone = []
    } while !rest.isEmpty
    return true
  }

  /// Adds the end of the reply.
  ///
  /// - Returns: whether it fits.
  mutating func add(_ done: Done, attachment: [UInt8]? = nil) -> Bool {
    guard attachment?.count ?? 0 <= limits.attachmentBytes else { return false }
    var done = done
    done.parts = partCount
    return add(Header(type: .done, re: call), done, attachment)
  }

  /// Adds the end of the reply, or an error if it is too large.
  mutating func add(_ done: Done, attachment: [UInt8]? = nil, or failure: Failure) {
    if !add(done, attachment: attachment) { fail(failure) }
  }

  /// Adds an error, without its sources if it is too large.
  mutating func fail(_ failure: Failure) {
    isError = true
    let header = Header(type: .error, re: call)
    if add(header, failure) { return }
    var failure = failure
    failure.sources = nil
    _ = add(header, failure)
  }

  /// The header of the next part.
  private var partHeader: Header { Header(type: .part, re: call, seq: partCount) }

  /// Adds a part.
  ///
  /// - Returns: whether it fits.
  mutating func add(_ part: Part) -> Bool {
    guard add(partHeader, part) else { return false }
    partCount += 1
    return true
  }

  /// Adds entities in one part, or in as many as their bytes need.
  private mutating func add(_ entities: [Entity], in part: ([Entity]) -> Part) -> Bool {
    if add(part(entities)) { return true }
    guard entities.count > 1 else { return false }
    let half = entities.count / 2
    return add(Array(entities.prefix(half)), in: part)
      && add(Array(entities.dropFirst(half)), in: part)
  }

  private mutating func add(
    _ header: Header,
    _ body: some Encodable,
    _ attachment: [UInt8]? = nil
  ) -> Bool {
    do {
      let bytes = try JSONCodec.encode(body)
      guard bytes.count <= limits.bodyBytes else { return false }
      messages.append(WireMessage(header, body: bytes, attachment: attachment))
      return true
    } catch {
      problem =
        "Could not encode the body of \"\(header.type.rawValue)\": \(JSONCodec.describe(error))"
      return false
    }
  }
}

/// Entities that are too large for a message.
extension HubSettings {
  /// Returns a page whose entities each fit into a message, and a note on each that did not, with the provider of its largest record
  /// if known.
  ///
  /// Large entities are reduced to their name and ids, or omitted if even these are too large.
  func shortened(
    _ page: [Entity],
    largestSource: ClientReply.LargestSource
  ) -> (page: [Entity], notes: [String]) {
    let maxBytes = maxContentBytes
    var notes: [String] = []
    let entities = page.compactMap { entity -> Entity? in
      if entity.encodedBytes <= maxBytes { return entity }
      let short = entity.shortened(to: maxBytes)
      let name = entity.displayName.prefix(80)
      let source = largestSource(entity).map { "the record of \($0) is" } ?? "its records are"
      let result = short == nil ? "omitted" : "shortened"
      notes.append("\"\(name)\" was \(result): \(source) too large for a message.")
      return short
    }
    return (entities, notes)
  }
}

extension ClientCall {
  /// Returns an explanation that fits into a message, with a note on each record that did not.
  ///
  /// The near misses are omitted first, because they are the least important.
  func shortened(_ done: Done, _ settings: HubSettings) -> Done {
    let maxBytes = settings.maxContentBytes
    func fits(_ done: Done) -> Bool { ((try? JSONCodec.encode(done).count) ?? .max) <= maxBytes }
    var done = done
    if fits(done) { return done }
    done.explanation?.neighbors = nil
    guard var explanation = done.explanation, !fits(done) else { return done }
    let share = maxBytes / 2 / (explanation.records.count + 1)
    explanation.fields = nil
    explanation.entity = explanation.entity.shortened(to: share) ?? explanation.entity
    var notes: [String] = []
    for index in explanation.records.indices {
      let record = explanation.records[index]
      guard record.entity.encodedBytes > share else { continue }
      explanation.records[index].entity = record.entity.shortened(to: share) ?? record.entity
      notes.append("The record of \(record.provider) was shortened: it is too large for a message.")
    }
    done.explanation = explanation
    if !fits(done) { done.explanation?.joins = nil }
    done.notes = (done.notes ?? []) + notes
    return done
  }

  /// The provider with the largest records of an entity, or `nil` if this call has none.
  func largestSource(of entity: Entity) -> ProviderID? {
    let ids = Set(entity.ids)
    var bytes: [ProviderID: Int] = [:]
    for record in records where !ids.isDisjoint(with: record.entity.ids) {
      bytes[record.provider, default: 0] += record.entity.encodedBytes
    }
    return bytes.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
  }
}

extension HubSettings {
  /// The maximum size of the contents of a body; the rest is for the message around them.
  fileprivate var maxContentBytes: Int { limits.bodyBytes - limits.bodyBytes / 8 }
}

extension Entity {
  fileprivate var encodedBytes: Int { (try? JSONCodec.encode(self).count) ?? .max / 2 }

  /// The entity, or its most important members that fit; `nil` if none do.
  fileprivate func shortened(to maxBytes: Int) -> Entity? {
    [self, brief, bare].first { $0.encodedBytes <= maxBytes }
  }

  /// The entity without the members that may be long.
  var bare: Entity {
    switch self {
    case .artist(let artist):
      var bare = Artist(id: artist.id, name: artist.name)
      bare.ids = artist.ids
      return .artist(bare)
    case .album(let album):
      var bare = Album(id: album.id, title: album.title)
      (bare.ids, bare.artist, bare.releaseDate) = (album.ids, album.artist, album.releaseDate)
      return .album(bare)
    case .song(let song):
      var bare = Song(id: song.id, title: song.title)
      (bare.ids, bare.artist, bare.album) = (song.ids, song.artist, song.album)
      return .song(bare)
    case .chart: return self
    }
  }
}

extension Outcome {
  /// Whether the provider replied, with records or without.
  var isUsable: Bool {
    switch self {
    case .ok, .empty, .cached, .stale: true
    case .timeout, .late, .deferred, .failed, .rateLimited, .starting, .notLinked, .skipped: false
    }
  }

  /// The outcome of a provider call that failed with an error.
  init(of code: ErrorCode) {
    switch code {
    case .upstreamRateLimited: self = .rateLimited
    case .deadlineExceeded: self = .timeout
    case .notInCountry: self = .empty
    default: self = .failed
    }
  }
}

extension SourceReport {
  /// The report when the same reply is sent from a cache.
  ///
  /// An empty reply counts as a reply, and its elapsed time is omitted.
  var asCached: SourceReport {
    var report = self
    if [.ok, .empty].contains(outcome) { report.outcome = .cached }
    report.elapsedMs = nil
    return report
  }
}

/// Errors that several machines report.
extension Failure {
  static let replyTooLarge = Failure(
    .tooLarge,
    "The reply does not fit into one message."
  )

  static func unknownMethod(_ method: Method) -> Failure {
    Failure(.methodUnknown, "Unknown method \"\(method)\".")
  }

  static func unknownProvider(
    _ id: ProviderID,
    known: [ProviderID],
    _ code: ErrorCode
  ) -> Failure {
    let names = known.map(\.rawValue).joined(separator: ", ")
    let list = names.isEmpty ? "none" : names
    return Failure(code, "Unknown provider \"\(id)\"; known providers: \(list).")
  }
}
