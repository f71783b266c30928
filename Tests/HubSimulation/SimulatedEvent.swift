import BusProtocol
import HubCore
import MusicModel

/// An event of the simulation.
enum SimulatedEvent: Sendable {
  /// A step of the script.
  case step(Int)
  /// Something arrives at the hub.
  case atHub(Connection, Parcel)
  /// Something of the hub arrives at a peer.
  case atPeer(Connection, SentMessage)
  /// The runtime of the hub that lived then has news.
  case news(Event, life: Int)
  case clientResumes(Int)
  case provider(Int, process: Int, SimulatedProvider.Wake)
  case hubResumes
  /// The disk has written favourites of the hub that lived then, or could not.
  case favoritesWritten(life: Int)
}

/// One connection of a peer; when it is lost, the next one is another to the hub.
struct Connection: Hashable, Sendable {
  let side: Peer.Side
  /// The number of the client or provider.
  let number: Int
  let generation: Int

  var peer: Peer {
    Peer(
      side,
      routing: [0, UInt8(number), UInt8(generation >> 8 & 0xFF), UInt8(generation & 0xFF)]
    )
  }

  init(_ side: Peer.Side, _ number: Int, generation: Int) {
    self.side = side
    self.number = number
    self.generation = generation
  }

  init(_ peer: Peer) {
    let bytes = peer.routing.map { Int($0) }
    self.init(peer.side, bytes[1], generation: bytes[2] << 8 | bytes[3])
  }
}

/// A message or invalid frames from a peer.
enum Parcel: Sendable {
  case message(WireMessage, DecodedReply?)
  case garbage(WireError)

  func event(from connection: Connection) -> Event {
    switch self {
    case .message(let message, _): .received(message, from: connection.peer)
    case .garbage(let error): .refused(error, from: connection.peer)
    }
  }

  var reply: DecodedReply? {
    if case .message(_, let reply) = self { reply } else { nil }
  }
}

/// The decoded body of a reply, so that it need not be parsed again.
enum DecodedReply: Sendable {
  case part(Part)
  case done(Done)
  case failure(Failure)

  /// - Returns: `nil` if the body is not that of a reply.
  init?(_ body: some Encodable) {
    switch body {
    case let part as Part: self = .part(part)
    case let done as Done: self = .done(done)
    case let failure as Failure: self = .failure(failure)
    default: return nil
    }
  }
}

/// A message of the hub, read once for all who look at it.
struct SentMessage: Sendable {
  let message: WireMessage
  let body: Body

  var header: Header { message.header }

  enum Body: Sendable {
    case welcome, reject, bye(ErrorCode?), ping, cancel
    case call(CallParameters)
    case part(Part)
    case done(Done)
    case error(Failure)
    case unreadable(String)
  }

  init(_ message: WireMessage) {
    self.message = message
    do throws(Failure) {
      body =
        switch message.header.type {
        case .welcome: .welcome
        case .reject: .reject
        case .bye: .bye(try message.decodeBody(Bye.self).code)
        case .ping: .ping
        case .cancel: .cancel
        case .call: .call(try message.decodeBody())
        case .part: .part(try message.decodeBody())
        case .done: .done(try message.decodeBody())
        case .error: .error(try message.decodeBody())
        case .hello, .pong: .unreadable("The hub does not send \(message.header.type.rawValue).")
        }
    } catch {
      body = .unreadable(error.message)
    }
  }
}
