internal import ZeroMQ

/// The ROUTER that a provider connects to. Letting go of it frees its endpoint at once, so that the
/// next one can take its place.
final class HubSocket {
  private var socket: Socket<Router>

  init(bindingTo endpoint: String) throws(ZeroMQError) {
    // A context of its own: its end waits until the endpoint is free.
    let context = try Context(maxSockets: 4)
    var options = SocketOptions()
    // A provider that sends more than allowed is to be seen, not cut off.
    options.frameBytesMax = 64 * 1024 * 1024
    let socket = try Socket<Router>(context, options: options)
    try socket.bind(to: endpoint)
    self.socket = socket
  }

  func receive() throws(ZeroMQError) -> (peer: RoutingID, frames: MultipartMessage)? {
    try socket.receive()
  }

  func send(_ frames: [[UInt8]], to peer: RoutingID) throws(ZeroMQError) -> SendResult {
    try socket.send(frames, to: peer)
  }

  func add(to poller: inout Poller) { _ = poller.add(socket) }
}
