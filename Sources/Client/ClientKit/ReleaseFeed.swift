package import BusProtocol
package import FoundationEssentials
internal import MusicModel

/// New albums as an Atom feed (RFC 4287) and as a calendar (RFC 5545).
package enum ReleaseFeed {
  /// Returns an Atom feed with an entry for each album.
  package static func atom(_ releases: [ReleaseReport], at now: Date) -> String {
    let entries = releases.map { release -> String in
      let album = release.album
      let found = now.addingTimeInterval(-Double(release.foundAgeMs) / 1000)
      // An entry has one alternate link at most.
      let links = album.links.sorted { $0.key < $1.key }.enumerated().map { index, link in
        "    <link rel=\"\(index == 0 ? "alternate" : "related")\" href=\"\(link.value.escapedForXML)\""
          + " title=\"\(link.key.escapedForXML)\"/>\n"
      }
      let date = album.releaseDate.map { " (\($0))" } ?? ""
      let cover = album.artwork.first.map {
        "    <link rel=\"enclosure\" href=\"\($0.url.escapedForXML)\"/>\n"
      }
      return """
          <entry>
            <id>urn:musicbus:\("\(album.id)".escapedForXML)</id>
            <title>\(title(of: album).escapedForXML)</title>
            <updated>\(stamp(found))</updated>
            <author><name>\((album.artist?.name ?? "Unknown artist").escapedForXML)</name></author>
            <content>\((title(of: album) + date).escapedForXML)</content>
        \(links.joined())\(cover ?? "")  </entry>

        """
    }
    let newest = releases.map(\.foundAgeMs).min() ?? 0
    return """
      <?xml version="1.0" encoding="utf-8"?>
      <feed xmlns="http://www.w3.org/2005/Atom">
        <id>urn:musicbus:releases</id>
        <title>New albums</title>
        <updated>\(stamp(now.addingTimeInterval(-Double(newest) / 1000)))</updated>
      \(entries.joined())</feed>

      """
  }

  /// Returns a calendar with a day-long event for each album whose day of release is known. A calendar has at
  /// least one component (RFC 5545, 3.4): without an event, a time zone.
  package static func calendar(_ releases: [ReleaseReport], at now: Date) -> String {
    var lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//MusicBus//New albums//EN"]
    let compact = stamp(now).filter { $0 != "-" && $0 != ":" }
    for release in releases {
      let album = release.album
      guard let date = album.releaseDate, date.day != nil else { continue }
      lines += [
        "BEGIN:VEVENT", "UID:\(text("\(album.id)"))@musicbus.invalid", "DTSTAMP:\(compact)",
        "DTSTART;VALUE=DATE:\(date.description.filter { $0 != "-" })",
        "SUMMARY:\(text(title(of: album)))",
      ]
      if let link = album.links.sorted(by: { $0.key < $1.key }).first {
        lines.append("URL:\(link.value.filter { !$0.isNewline })")
      }
      lines.append("END:VEVENT")
    }
    if !lines.contains("END:VEVENT") { lines += someTimeZone }
    lines.append("END:VCALENDAR")
    return lines.map(folded).joined(separator: "\r\n") + "\r\n"
  }

  private static let someTimeZone = [
    "BEGIN:VTIMEZONE", "TZID:UTC", "BEGIN:STANDARD", "DTSTART:19700101T000000",
    "TZOFFSETFROM:+0000", "TZOFFSETTO:+0000", "END:STANDARD", "END:VTIMEZONE",
  ]

  private static func title(of album: Album) -> String {
    album.artist.map { "\($0.name) – \(album.title)" } ?? album.title
  }

  private static func stamp(_ date: Date) -> String {
    Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down)).formatted(.iso8601)
  }

  /// Escapes a text for a calendar.
  private static func text(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      switch character {
      case "\\", ",", ";": result += "\\\(character)"
      case let newline where newline.isNewline: result += "\\n"
      default: result.append(character)
      }
    }
  }

  /// Divides a line into lines of at most 75 bytes; its control characters are spaces.
  private static func folded(_ line: String) -> String {
    var result = ""
    var bytes = 0
    for scalar in line.unicodeScalars.map({ $0.isControl ? " " : $0 }) {
      let count = UTF8.width(scalar)
      if bytes + count > 75 {
        result += "\r\n "
        bytes = 1
      }
      result.unicodeScalars.append(scalar)
      bytes += count
    }
    return result
  }
}

extension Unicode.Scalar {
  fileprivate var isControl: Bool { value < 0x20 || value == 0x7F }
}
