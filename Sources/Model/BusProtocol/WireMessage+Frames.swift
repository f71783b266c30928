internal import JSON

extension WireMessage {
  /// The frames to send, without a routing id.
  public func frames() throws -> [[UInt8]] {
    var frames = [WireMessage.tag, try JSONCodec.encode(header)]
    if body != nil || attachment != nil { frames.append(body ?? Array("{}".utf8)) }
    if let attachment { frames.append(attachment) }
    return frames
  }

  /// Reads the frames of a message, without a routing id.
  ///
  /// - Throws: ``WireError`` if they violate the rules of Protocol/messages.md, "Frames".
  public init(frames: [[UInt8]], limits: WireLimits = .standard) throws(WireError) {
    guard let tag = frames.first else { throw .frameCount(0) }
    guard tag == WireMessage.tag else { throw .otherMajor(tag: Array(tag.prefix(16))) }
    guard (2...4).contains(frames.count) else { throw .frameCount(frames.count) }
    try WireMessage.check(frames[1], "header", atMost: limits.headerBytes)
    if frames.count > 2 { try WireMessage.check(frames[2], "body", atMost: limits.bodyBytes) }
    if frames.count > 3 {
      try WireMessage.check(frames[3], "attachment", atMost: limits.attachmentBytes)
    }
    let header: Header
    do {
      header = try JSONCodec.decode(from: frames[1])
    } catch {
      throw WireError(undecodableHeader: frames[1])
    }
    try WireMessage.check(header)
    self.init(
      header,
      body: frames.count > 2 ? frames[2] : nil,
      attachment: frames.count > 3 ? frames[3] : nil
    )
  }

  private static func check(
    _ frame: [UInt8],
    _ name: String,
    atMost limit: Int
  ) throws(WireError) {
    guard frame.count <= limit else {
      throw .tooLarge(frame: name, bytes: frame.count, limit: limit)
    }
  }

  /// Checks the header members that each type requires.
  private static func check(_ header: Header) throws(WireError) {
    func need(_ present: Bool, _ member: String) throws(WireError) {
      guard present else {
        throw .header("\"\(header.type.rawValue)\" needs the member \"\(member)\"", id: header.id)
      }
    }
    func check(_ text: String?, _ member: String, id: String?) throws(WireError) {
      if let text, !WireError.textBytes.contains(text.utf8.count) {
        throw .header("\"\(member)\" must have 1 to 64 bytes", id: id)
      }
    }
    try check(header.id, "id", id: nil)
    try check(header.re, "re", id: header.id)
    try check(header.sid, "sid", id: header.id)
    try check(header.method?.rawValue, "method", id: header.id)
    if let timeoutMs = header.timeoutMs, !Header.timeoutMsAllowed.contains(timeoutMs) {
      throw .header(
        "\"timeoutMs\" must be 1 to \(Header.timeoutMsAllowed.upperBound)",
        id: header.id
      )
    }
    switch header.type {
    case .hello: try need(header.id != nil, "id")
    case .ping:
      try need(header.id != nil, "id")
      try need(header.sid != nil, "sid")
    case .call:
      try need(header.id != nil, "id")
      try need(header.sid != nil, "sid")
      try need(header.method != nil, "method")
    case .part:
      try need(header.re != nil, "re")
      try need(header.seq != nil, "seq")
      if let seq = header.seq, seq < 0 { throw .header("\"seq\" is negative", id: header.id) }
    case .welcome:
      try need(header.re != nil, "re")
      try need(header.sid != nil, "sid")
    case .done, .error, .cancel, .pong: try need(header.re != nil, "re")
    case .reject, .bye: break
    }
  }
}
