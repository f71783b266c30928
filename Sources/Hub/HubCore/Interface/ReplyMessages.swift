import BusProtocol
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

  /// The error that ends a reply of which an entity is too large.
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
