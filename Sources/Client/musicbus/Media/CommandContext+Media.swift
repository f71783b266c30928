import BusProtocol
import ClientKit
import CommandKit
import MusicModel

/// A downloaded image or sound, with the reply that contained it.
struct Media {
  var bytes: [UInt8]
  var info: Done.Media
  var reply: Reply
}

extension CommandContext {
  /// Downloads an image or sound through the hub.
  func fetch(_ file: Call<Reply>) throws -> Media {
    let reply = try callWithProgress(file)
    guard let bytes = reply.attachment, let info = reply.done.media else {
      throw CommandFailure("The hub's reply has no attachment.", "Try again.")
    }
    return Media(bytes: bytes, info: info, reply: reply)
  }

  /// Writes the download to a file and reports that.
  func write(_ media: Media, to file: MediaFile, _ line: MediaLine) throws -> ExitStatus {
    guard case .path(let path) = file else {
      guard !terminal.isInteractive else {
        throw CommandFailure(
          "Standard output is a terminal, which cannot show the bytes of a file.",
          "Write them to a file: --output FILE"
        )
      }
      terminal.output.write(media.bytes)
      return try report(media.reply)
    }
    try MediaFile.write(media.bytes, to: path)
    if settings.json {
      var line = line
      line.file = path
      try printJSON(line)
      return try report(media.reply)
    }
    let source = media.info.provider.map { ", from \($0)" } ?? ""
    return try report(
      media.reply,
      after: ["Wrote \(path): \(media.info.type), \(media.bytes.count.grouped) bytes\(source)."]
    )
  }

  /// Prints the location of an image or sound.
  func show(_ line: MediaLine, of reply: Reply) throws -> ExitStatus {
    if settings.json {
      try printJSON(line)
    } else {
      terminal.print(StyledText(line.url ?? "").text)
    }
    return try report(reply)
  }
}

extension MediaLine {
  init(_ kind: String, of id: EntityID, _ media: Media) {
    self.init(
      kind: kind,
      id: id,
      url: media.info.url,
      type: media.info.type,
      provider: media.info.provider,
      bytes: media.bytes.count
    )
  }
}

/// The JSON line that `--json` prints for an image or sound.
struct MediaLine: Encodable, Hashable {
  var kind: String
  /// The entity that it shows or plays.
  var id: EntityID
  var url: String?
  /// Such as `image/jpeg`.
  var type: String?
  var provider: ProviderID?
  /// Its size, if it was downloaded.
  var bytes: Int?
  /// The path of the file that was written.
  var file: String?
}
