/// Makes the JSON of records shorter: frequent parts of it are one byte that JSON does not contain.
enum RecordCompression {
  /// The parts, by their byte from 1 on. To change them is to change the version of the file.
  private static let parts: [[UInt8]] = [
    "{\"artist\":{\"id\":\"", "\"},\"artwork\":[{\"role\":\"cover\",\"url\":\"https://",
    "{\"artwork\":[{\"role\":\"portrait\",\"url\":\"https://", "\"}],\"id\":\"", "\",\"ids\":[\"",
    "\"],\"kind\":\"album\",\"links\":{\"", "\"],\"kind\":\"artist\",\"links\":{\"",
    "\"],\"kind\":\"song\",\"links\":{\"", "\":\"https://www.", "\"},\"releaseDate\":\"",
    "\",\"title\":\"", "\",\"trackCount\":", "\",\"trackNumber\":", "\",\"name\":\"",
    "\"},\"name\":\"", "\",\"previewURL\":\"https://", ",\"durationMs\":", ",\"genres\":[\"",
    "\"],\"kind\":\"", "\"explicit\":false,", ":artist:", ":album:", ":song:", "https://", ".com/",
    ".jpg", "\",\"", "\":\"", "\":{\"", "\"},\"", "music",
  ].map { Array($0.utf8) }

  /// The bytes of the parts that begin with a byte, the longest part first.
  private static let candidates: [[UInt8]] = (0...255).map { first in
    parts.indices.filter { Int(parts[$0][0]) == first }
      .sorted { parts[$0].count > parts[$1].count }
      .map { UInt8($0 + 1) }
  }

  static func compressed(_ json: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(json.count)
    var index = 0
    while index < json.count {
      let found = candidates[Int(json[index])].first { code in
        json[index...].starts(with: parts[Int(code) - 1])
      }
      result.append(found ?? json[index])
      index += found.map { parts[Int($0) - 1].count } ?? 1
    }
    return result
  }

  static func expanded(_ bytes: [UInt8]) -> [UInt8] {
    var json: [UInt8] = []
    json.reserveCapacity(bytes.count * 2)
    for byte in bytes {
      if (1...parts.count).contains(Int(byte)) {
        json += parts[Int(byte) - 1]
      } else {
        json.append(byte)
      }
    }
    return json
  }
}
