internal import CCurl

/// Dates in headers of HTTP (RFC 9110, section 5.6.7), as libcurl reads them.
package enum TransferDate {
  /// Returns the time in seconds since 1970; `nil` if the text is no date.
  package static func secondsSince1970(_ text: String) -> Int? {
    let seconds = curl_getdate(text, nil)
    return seconds == -1 ? nil : Int(seconds)
  }
}
