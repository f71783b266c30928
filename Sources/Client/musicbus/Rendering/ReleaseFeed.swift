import BusProtocol
import FoundationEssentials
import MusicModel

/// New albums as an Atom feed (RFC 4287) and as a calendar (RFC 5545).
enum ReleaseFeed {
  static func atom(_ releases: [ReleaseReport], at now: Date) -> String {
    let entries = releases.map { release -> String in
      let album = release.album
      let found = now.addingTimeInterval(-Double(release.foundAgeMs) / 1000)
      let links = album.links.sorted { $0.key < $1.key }.map {
        "    <link href=\"\(escaped($0.value))\" title=\"\(escaped($0.key))\"/>\n"
      }
      let date = album.releaseDate.map { " (\($0))" } ?? ""
      let cover = album.artwork.first.map {
        "    <link rel=\"enclosure\" href=\"\(escaped($0.url))\"/>\n"
      }
      return """
          <entry>
            <id>urn:musicbus:\(escaped("\(album.id)"))</id>
            <title>\(escaped(title(of: album)))</title>
            <updated>\(stamp(found))</updated>
            <author><name>\(escaped(album.artist?.name ?? "Unknown artist"))</name></author>
            <summary>\(escaped(title(of: album) + date))</summary>
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

  /// A day-long event for each album whose day of release is known.
  static func calendar(_ releases: [ReleaseReport], at now: Date) -> String {
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
    lines.append("END:VCALENDAR")
    return lines.map(folded).joined(separator: "\r\n") + "\r\n"
  }

  private static func title(of album: Album) -> String {
    album.artist.map { "\($0.name) – \(album.title)" } ?? album.title
  }

  private static func stamp(_ date: Date) -> String {
    Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down)).formatted(.iso8601)
  }

  /// Escapes a text for XML; control characters are omitted.
  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: if scalar.value >= 0x20 { result.unicodeScalars.append(scalar) }
      }
    }
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

  /// Divides a line into lines of at most 75 bytes.
  private static func folded(_ line: String) -> String {
    var result = ""
    var bytes = 0
    for character in line {
      let count = String(character).utf8.count
      if bytes + count > 74 {
        result += "\r\n "
        bytes = 1
      }
      result.append(character)
      bytes += count
    }
    return result
  }
}
