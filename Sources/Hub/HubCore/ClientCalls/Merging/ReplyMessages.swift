import BusProtocol
import MusicModel

/// The messages of a reply, each within the size limits of the bus.
struct ReplyMessages: Sendable {
  private(set) var messages: [WireMessage] = []
  /// The number of parts of the reply, those sent before included.
  private(set) var partCount: Int
  /// The reason why a body could not be encoded; `nil` if all could.
  private(set) var problem: String?
  /// The client's id of the call.
  private let call: String
  private let maxItems: Int
  private let maxBytes: Int

  init(to origin: CallOrigin, after partCount: Int = 0, _ settings: HubSettings) {
    call = origin.id
    self.partCount = partCount
    maxItems = settings.itemsPerMessage
    maxBytes = settings.limits.bodyBytes
  }

  /// The error that ends a reply of which an entity is too large.
  var tooLarge: Failure {
    var failure = Failure(.tooLarge, "An entity of the result has more than \(maxBytes) bytes.")
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

  mutating func add(_ done: Done) -> Bool {
    var done = done
    done.parts = partCount
    return add(Header(type: .done, re: call), done)
  }

  /// Adds entities in one part, or in as many as their bytes need.
  private mutating func add(_ entities: [Entity], in part: ([Entity]) -> Part) -> Bool {
    let header = Header(type: .part, re: call, seq: partCount)
    if add(header, part(entities)) {
      partCount += 1
      return true
    }
    guard entities.count > 1 else { return false }
    let half = entities.count / 2
    return add(Array(entities.prefix(half)), in: part)
      && add(Array(entities.dropFirst(half)), in: part)
  }

  private mutating func add(_ header: Header, _ body: some Encodable) -> Bool {
    do {
      let bytes = try BusCodec.encode(body)
      guard bytes.count <= maxBytes else { return false }
      messages.append(WireMessage(header, body: bytes))
      return true
    } catch {
      problem = "The body of \"\(header.type.rawValue)\" could not be written: \(error)"
      return false
    }
  }
}
