extension Socket where Role == Dealer {
  /// Receives the next message, or returns `nil`.
  public mutating func receive() throws(ZeroMQError) -> MultipartMessage? {
    try receiveFrames()
  }

  /// Sends a whole message; it never waits.
  ///
  /// - Returns: false where the queue is full.
  public mutating func send(_ frames: [[UInt8]]) throws(ZeroMQError) -> Bool {
    try sendFrames(frames)
  }
}
