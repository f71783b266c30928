import BusProtocol
import ClientKit
import MusicModel

/// The list of favourites, page by page.
extension CommandContext {
  /// Lists favourites: one page, or all pages from the first one.
  ///
  /// `receive` gets the favourites of each page. If they change while several pages are listed, `restart`
  /// is called before the first page again.
  ///
  /// - Returns: the reply without favourites; that of several pages has the end of the last one.
  func favorites(
    _ list: Call<Reply>,
    all: Bool,
    receive: ([Entity]) -> Void,
    restart: () -> Void
  ) throws -> Reply {
    guard all else {
      var reply = try call(list)
      receive(reply.items)
      reply.items = []
      return reply
    }
    for _ in 0..<5 {
      if let whole = try allPages(list, receive) { return whole }
      restart()
    }
    throw CommandFailure("The favourites change too often.", "Try again later.")
  }

  /// All pages of the list, several requested at a time; `nil` if the favourites changed meanwhile.
  private func allPages(
    _ list: Call<Reply>,
    _ receive: ([Entity]) -> Void
  ) throws -> Reply? {
    let limit = 200
    let list = list.with { ($0.limit, $0.offset) = (limit, 0) }
    var whole = try call(list)
    receive(whole.items)
    whole.items = []
    let revision = whole.done.revision
    let total = whole.done.total ?? 0
    var next = whole.done.next
    var isChanged = false
    try pipelined {
      guard let offset = next, offset < total, !isChanged else { return nil }
      next = offset + limit
      return list.with { $0.offset = offset }
    } receive: { page in
      isChanged = isChanged || page.done.revision != revision
      if !isChanged { receive(page.items) }
      whole.unreadableCount += page.unreadableCount
      whole.done.next = page.done.next
    }
    return isChanged ? nil : whole
  }
}
