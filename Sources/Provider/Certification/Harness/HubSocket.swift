internal import ZeroMQ

/// The ROUTER that a provider connects to. Its endpoint is free once it is deinitialized.
final class HubSocket {
  private var socket: Socket<Router>

  init(bindingTo endpoint: String) throws(ZeroMQError) {
    // The end of this separate context waits until the endpoint is free.
    let context = try Context(maxSockets: 4)
    var options = SocketOptions()
    // Oversized frames must be reported, not dropped.
    options.maxFrameBytes = 64 * 1024 * 1024
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
