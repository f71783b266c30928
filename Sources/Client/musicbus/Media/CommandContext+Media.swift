import BusProtocol
import ClientKit
import CommandKit
import MusicModel

/// A picture or sound that was fetched.
struct Media {
  var bytes: [UInt8]
  var info: Done.Media
  var answer: Reply
}

extension CommandContext {
  /// Fetches a picture or sound over the bus.
  func fetch(_ method: Method, _ parameters: CallParameters) throws -> Media {
    let answer = try askWatched(method, parameters)
    guard let bytes = answer.attachment, let info = answer.done.media else {
      throw CommandFailure("The hub answered without a file.", "Try again.")
    }
    return Media(bytes: bytes, info: info, answer: answer)
  }

  /// Writes what was fetched to a file, and tells so.
  func write(_ media: Media, to file: MediaFile, _ line: MediaLine) throws -> ExitStatus {
    guard case .path(let path) = file else {
      terminal.output.write(media.bytes)
      return try tell(about: media.answer)
    }
    try MediaFile.write(media.bytes, to: path)
    if settings.json {
      var line = line
      line.file = path
      terminal.print(try JSONLine.text(line))
      return try tell(about: media.answer)
    }
    let source = media.info.provider.map { ", from \($0)" } ?? ""
    return try tell(
      about: media.answer,
      after: "Wrote \(path): \(media.info.type), \(media.bytes.count.grouped) bytes\(source)."
    )
  }

  /// Shows where a picture or sound is.
  func show(_ line: MediaLine, of answer: Reply) throws -> ExitStatus {
    terminal.print(settings.json ? try JSONLine.text(line) : StyledText(line.url ?? "").text)
    return try tell(about: answer)
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
