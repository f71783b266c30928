import BusProtocol
import MusicModel

extension ListResult {
  func page(of request: ClientRequest) -> [Entity] {
    Array(list.dropFirst(request.offset).prefix(request.pageLength))
  }

  /// The offset of the next page, or `nil`.
  func next(after request: ClientRequest) -> Int? {
    let end = min(list.count, request.offset + request.pageLength)
    return end < list.count || (mayGrow && end > request.offset) ? end : nil
  }

  /// The end of the reply with a page.
  func done(of call: ClientCall, _ page: [Entity]) -> Done {
    var done = Done()
    done.sources = sources
    if call.request.isList {
      done.total = max(list.count, reportedTotal)
      done.totalIsExact = exact
      done.next = next(after: call.request)
    }
    if call.spec.result == .report { done.collection = call.gathering.collection }
    if call.stream != nil { done.ids = page.map(\.id) }
    return done
  }
}

extension ReplyMessages {
  /// Adds the page and the end of a reply; a client that streams gets the changes of its page.
  mutating func add(_ page: [Entity], _ done: Done, of call: ClientCall) -> Bool {
    guard var stream = call.stream else { return add(page, done) }
    if let step = stream.step(to: page), !add(step) { return false }
    return add(done)
  }
}
