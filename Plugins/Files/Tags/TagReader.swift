internal import CTagLib
internal import Glibc

/// Reads music files with TagLib.
enum TagReader {
  /// What is read of a file.
  struct Contents: Hashable, Sendable {
    /// The values by key, in capitals, as TagLib's `PropertyMap` names them.
    var values: [String: [String]] = [:]
    var durationMs = 0
    var bitrateKbps = 0
    var pictureCount = 0
  }

  /// The extensions of files that are music. Some formats are not read, but reported.
  static let extensions: Set<String> = [
    "aac", "ac3", "aif", "aifc", "aiff", "ape", "asf", "au", "caf", "dff", "dsf", "dts", "eac3",
    "flac", "m4a",
    "m4b", "m4p", "mka", "mp2", "mp3", "mp4", "mpc", "oga", "ogg", "ogx", "opus", "shn", "spx",
    "tak", "tta",
    "wav", "wma", "wv",
  ]

  /// A file may take this time, as on a disk that is slow to start, in milliseconds.
  static let maxMs = 10_000

  /// A file was not read within the time.
  struct TimeLimitExceeded: Error {}

  /// Reads the tags of an open file; `nil` if it is not music.
  ///
  /// `name` ends with the extension of the file.
  ///
  /// - Throws: `TimeLimitExceeded` after `maxMs`.
  static func contents(
    of descriptor: CInt,
    named name: String,
    maxMs: Int = TagReader.maxMs
  ) throws(TimeLimitExceeded) -> Contents? {
    var audio = musicbus_audio()
    var contents = Contents()
    let result = withUnsafeMutablePointer(to: &contents.values) { values in
      musicbus_read_tags(descriptor, name, CInt(clamping: maxMs), &audio, values) {
        context,
        key,
        text,
        length in
        let values = context?.assumingMemoryBound(to: [String: [String]].self)
        let bytes = UnsafeRawBufferPointer(start: text, count: length)
        let text = String(decoding: bytes, as: UTF8.self)
        values?.pointee[String(cString: key), default: []].append(text)
      }
    }
    guard result != musicbus_tags_late else { throw TimeLimitExceeded() }
    guard result == musicbus_tags_read else { return nil }
    contents.durationMs = max(0, Int(audio.length_ms))
    contents.bitrateKbps = max(0, Int(audio.bitrate_kbps))
    contents.pictureCount = Int(audio.pictures)
    return contents
  }

  /// Reads the embedded picture that suits best: the front cover, or else the first one.
  static func picture(of descriptor: CInt, named name: String, maxBytes: Int) -> [UInt8]? {
    var pictures: [(type: CInt, bytes: [UInt8])] = []
    let isReadable = withUnsafeMutablePointer(to: &pictures) { pictures in
      musicbus_read_pictures(descriptor, name, CInt(maxMs), maxBytes, pictures) {
        context,
        type,
        bytes,
        length in
        let pictures = context?.assumingMemoryBound(to: [(type: CInt, bytes: [UInt8])].self)
        let bytes = UnsafeRawBufferPointer(start: bytes, count: length)
        pictures?.pointee.append((type, Array(bytes)))
      }
    }
    guard isReadable != 0 else { return nil }
    return (pictures.first { $0.type == 3 } ?? pictures.first)?.bytes
  }
}
