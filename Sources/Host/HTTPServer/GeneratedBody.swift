/// A body whose bytes are computed while they are sent.
package struct GeneratedBody: Sendable {
  /// The announced length; `nil` sends chunks.
  package let length: Int?
  /// Fills a buffer from an offset on and returns the number of bytes: 0 at the end, `nil` to break
  /// off the connection.
  package let read: @Sendable (_ offset: Int, _ buffer: UnsafeMutableRawBufferPointer) -> Int?

  package init(
    length: Int?,
    read: @escaping @Sendable (_ offset: Int, _ buffer: UnsafeMutableRawBufferPointer) -> Int?
  ) {
    self.length = length
    self.read = read
  }
}
