/// A part of a file, as the response to a request for a range contains it (RFC 9110, 14 and 15.3.7).
struct FilePart: Hashable, Sendable {
  let bytes: [UInt8]
  /// The length of the whole file.
  let totalBytes: Int
  private let declaredType: String
  private let isAfterEnd: Bool

  /// The part that begins where the range does, and ends at its end at the latest; `nil` if the response is
  /// another part, or does not tell the length of the file.
  ///
  /// The response may be the whole file, as of a server that serves no ranges.
  init?(_ response: HTTPResponse, of range: ClosedRange<Int>) {
    let words = (response.headers["content-range"] ?? "").split(separator: " ")
    let parts = words.last?.split(separator: "/", omittingEmptySubsequences: false) ?? []
    let isBytes = words.count == 2 && words[0].lowercased() == "bytes" && parts.count == 2
    let declaredTotal = isBytes ? Int(parts[1]) : nil
    switch response.status {
    case 206:
      guard let declaredTotal, !response.body.isEmpty,
        parts[0].hasPrefix("\(range.lowerBound)-")
      else { return nil }
      (totalBytes, bytes) = (declaredTotal, Array(response.body.prefix(range.count)))
    case 416:
      guard let declaredTotal, parts[0] == "*", declaredTotal <= range.lowerBound else {
        return nil
      }
      (totalBytes, bytes) = (declaredTotal, [])
    default:
      totalBytes = response.body.count
      bytes = Array(response.body.dropFirst(range.lowerBound).prefix(range.count))
    }
    isAfterEnd = response.status == 416
    declaredType =
      (response.headers["content-type"] ?? "").prefix { $0 != ";" && $0 != " " }.lowercased()
  }

  /// The media type that the server states, unless it is none of a song. What is after the end has no type.
  var audioType: String? {
    let isAudio =
      ["audio/", "video/"].contains(where: declaredType.hasPrefix)
      || ["application/ogg", FilePart.anyType].contains(declaredType)
    return isAudio ? declaredType : isAfterEnd ? FilePart.anyType : nil
  }

  private static let anyType = "application/octet-stream"
}
