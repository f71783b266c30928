import BusProtocol
import ClientKit
import CommandKit
import MusicModel

/// `musicbus collection`
enum CollectionCommand {
  static let command = Command<CommandAction>(
    "collection",
    abstract: "Show what music you have, and what is wrong with it.",
    discussion: """
      Counts artists, albums, songs and formats, and lists files that could not be read, names that were \
      guessed from paths, albums that seem to be there twice, and albums with missing tracks.
      """,
    examples: [
      Example("collection", "Show numbers and problems."),
      Example("collection --plain | grep incomplete", "List albums with missing tracks."),
    ]
  ) { context, _ in
    let reply: Reply
    do {
      reply = try context.hubReply(to: Call.collection.whole)
    } catch ClientError.failed(let failure) where failure.code == .noProvider {
      throw CommandFailure.noMusicFolders
    }
    let reports = try Call.collection.result(of: reply)
    let names = reports.count > 1 ? context.sourceNames : [:]
    let pages = reports.map { CollectionPage($0, of: $0.provider.flatMap { names[$0] }) }
    try context.show(reports, plain: pages.flatMap { $0.tabSeparated() }) {
      let width = context.terminal.width ?? 200
      let lines = pages.map { $0.lines(fitting: width) }.joined(separator: [""])
      context.terminal.page(Array(lines))
    }
    return try context.report(reply)
  }
}

/// A report on what the user has, for people and for scripts.
struct CollectionPage {
  private let report: CollectionReport
  /// The name of the provider, if there are several.
  private let name: String?

  init(_ report: CollectionReport, of name: String? = nil) {
    (self.report, self.name) = (report, name)
  }

  fileprivate struct Section {
    /// The word for scripts.
    let word: String
    let title: String
    let count: Int
    let lines: [String]
  }

  private var numbers: [(label: String, text: String)] {
    let formats = report.formats.map { format in
      "\(format.name.neutralized) \(format.songs.grouped)"
        + (format.bytes > 0 ? " (\(HumanFormat.size(format.bytes)))" : "")
    }
    // A server may not know all of it.
    let time = report.durationMs > 0 ? HumanFormat.duration(ms: report.durationMs) : nil
    let size = report.bytes > 0 ? HumanFormat.size(report.bytes) : nil
    let amount = [time, size].compactMap(\.self).joined(separator: ", ")
    let songs = report.songs.grouped + (amount.isEmpty ? "" : " (\(amount))")
    let numbers = [
      ("artists", report.artists.grouped), ("albums", report.albums.grouped), ("songs", songs),
    ]
    let away = ("not available", report.unavailable.counted("song"))
    return numbers + (formats.isEmpty ? [] : [("formats", formats.joined(separator: ", "))])
      + (report.unavailable > 0 ? [away] : [])
  }

  private var sections: [Section] {
    let files = [
      Section("unreadable", "Could not be read", report.unreadable, "file"),
      Section(
        "link",
        "Not followed, so music behind them is missing",
        report.links ?? .init(),
        "link"
      ),
      Section("guessed", "Guessed from the path, so matched with nothing", report.guessed, "song"),
    ]
    let albums = [
      Section("twice", "Duplicates", report.twice, "title") { album in
        "\(album.name), \(album.songs.counted("song")), \(album.folder ?? "\(album.id)")"
      },
      Section("incomplete", "Incomplete", report.incomplete, "album") { album in
        "\(album.name), \(album.songs.grouped) of \(album.total?.grouped ?? "?")"
      },
    ]
    return (files + albums).filter { $0.count > 0 }
  }

  func lines(fitting width: Int) -> [StyledText] {
    let items = numbers.map { DefinitionList.Item(StyledText($0.label, .dim), $0.text) }
    let title = name.map { [StyledText($0.neutralized, .bold)] } ?? []
    return title + DefinitionList(items, indent: 0).lines(fitting: width)
      + sections.flatMap { section -> [StyledText] in
        ["", StyledText("\(section.title)", .bold)]
          + section.lines.map { StyledText("  " + $0.neutralized) } + section.rest
      }
  }

  /// A word and a value per line, separated by a tab.
  func tabSeparated() -> [String] {
    let counts = [
      ("artists", report.artists), ("albums", report.albums), ("songs", report.songs),
      ("bytes", report.bytes), ("durationMs", report.durationMs),
      ("unavailable", report.unavailable),
    ]
    return (name.map { ["source\t\($0.neutralized)"] } ?? []) + counts.map { "\($0)\t\($1)" }
      + report.formats.map { "format\t\($0.name.neutralized)\t\($0.songs)" }
      + sections.flatMap { section in
        section.lines.map { "\(section.word)\t\($0.neutralized)" }
      }
  }
}

extension CollectionPage.Section {
  fileprivate init(
    _ word: String,
    _ title: String,
    _ files: CollectionReport.Files,
    _ noun: String
  ) {
    self.init(
      word: word,
      title: "\(title): \(files.count.counted(noun))",
      count: files.count,
      lines: files.files
    )
  }

  fileprivate init(
    _ word: String,
    _ title: String,
    _ albums: CollectionReport.Albums,
    _ noun: String,
    _ line: (CollectionReport.OwnAlbum) -> String
  ) {
    self.init(
      word: word,
      title: "\(title): \(albums.count.counted(noun))",
      count: albums.count,
      lines: albums.albums.map(line)
    )
  }

  /// That there are more than are listed.
  fileprivate var rest: [StyledText] {
    guard lines.count >= CollectionReport.maxEntries else { return [] }
    return [StyledText("  … (the first \(lines.count))", .dim)]
  }
}

extension CollectionReport.OwnAlbum {
  fileprivate var name: String { artist.map { "\($0) - \(title)" } ?? title }
}
