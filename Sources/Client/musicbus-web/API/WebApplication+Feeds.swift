import BusProtocol
import ClientKit
import FoundationEssentials
import HTTPServer

/// The new albums of favourite artists, for feed readers and calendars.
extension WebApplication {
  /// Serves all new albums, seen or not: a feed reader knows which of them its user has seen.
  func feed(_ name: String, _ exchange: HTTPExchange) throws(Problem) {
    try exchange.request.requireReading()
    let parameters = CallParameters()
    call(.init(parameters: parameters, timeoutMs: 5000), .releasesList, exchange) { message in
      let done: Done? = try? message.decodeBody()
      return WebApplication.feed(name, done?.releases ?? [], at: .now)
    }
  }

  static func feed(_ name: String, _ releases: [ReleaseReport], at now: Date) -> HTTPResponse {
    let isAtom = name == "new.atom"
    let text =
      isAtom ? ReleaseFeed.atom(releases, at: now) : ReleaseFeed.calendar(releases, at: now)
    let type = isAtom ? "application/atom+xml" : "text/calendar; charset=utf-8"
    return HTTPResponse(200, type: type, Array(text.utf8))
  }
}
