import ClientKit
import CommandKit
import MusicModel

/// The screen of `musicbus browse`, in lines.
struct BrowseScreen {
  let state: BrowseState
  let columns: Int
  let rows: Int

  /// The lines above and below the list.
  static let frameRows = 5

  var lines: [StyledText] {
    let body = state.showsHelp ? help : content
    let first = state.showsHelp || state.level.detail == nil ? 0 : state.level.selected
    let shown = Array(body.dropFirst(min(first, max(0, body.count - height))).prefix(height))
    let padding = Array(repeating: StyledText(""), count: max(0, height - shown.count))
    let all = [prompt, ""] + shown + padding + [footer]
    return all.map { $0.truncated(to: columns) }
  }

  /// The lines of the details that do not fit on the screen.
  var maxScroll: Int { state.level.detail == nil ? 0 : max(0, content.count - height) }

  /// The lines between the text and the last line.
  private var height: Int { max(1, rows - BrowseScreen.frameRows + 2) }

  /// The text to write: the whole screen, without flicker.
  func text(_ rendering: StyledText.Rendering) -> String {
    let lines = lines.prefix(rows).map { $0.rendered(as: rendering) + "\u{1B}[K" }
    return "\u{1B}[H" + lines.joined(separator: "\n") + "\u{1B}[J"
  }

  private var prompt: StyledText {
    let cursor = state.focus == .text ? "▏" : ""
    let recent = state.text.isEmpty ? state.recent.prefix(5).joined(separator: " · ") : ""
    let hint = StyledText(recent.isEmpty ? "" : "  ↑ \(recent)", .dim)
    return "\("Search:", .bold) \(state.text)\(cursor)\(hint)"
  }

  private var content: [StyledText] {
    let level = state.level
    if let detail = level.detail {
      return DetailPage(detail, state.table).lines(fitting: min(columns, 100))
    }
    let title = level.title.isEmpty ? [] : [StyledText(level.title, .bold)]
    guard !level.entities.isEmpty else { return title }
    let table = tableLines(level.entities)
    let height = max(1, rows - BrowseScreen.frameRows - title.count)
    var body: [StyledText] = []
    var selected = 0
    for (index, line) in table.dropFirst().enumerated() {
      if let heading = level.headings[index] { body.append(StyledText(heading, .bold)) }
      let isSelected = index == level.selected && state.focus == .list
      if index == level.selected { selected = body.count }
      body.append(StyledText(isSelected ? "› " : "  ", .color(.cyan)) + line)
    }
    // The first heading is visible above the first row.
    let first = max(0, min(selected - max(1, height / 2), body.count - height))
    return title + [StyledText("  ") + table[0]] + body.dropFirst(first).prefix(height)
  }

  /// The rows of a list; those of an album have track numbers and lengths.
  private func tableLines(_ entities: [Entity]) -> [StyledText] {
    let songs = entities.compactMap { if case .song(let song) = $0 { song } else { nil } }
    guard state.levels.count > 1, songs.count == entities.count else {
      return Table.browsing(entities).layout(fitting: columns - 2).lines
    }
    return Table.tracks(songs).layout(fitting: columns - 2).lines
  }

  private var footer: StyledText {
    let playing = StyledText(state.playing.isEmpty ? "" : state.playing + "  ", .color(.cyan))
    guard state.status.isEmpty else { return playing + StyledText(state.status, .color(.yellow)) }
    let first = state.level.detail == nil ? "Enter open · i details" : "↑ ↓ scroll"
    let hint =
      state.focus == .text
      ? "↓ results · ↑ recent · Esc clear or quit"
      : "\(first) · p play · f ♥ · o browser · ← back · ? help"
    return playing + StyledText(hint, .dim)
  }

  private var help: [StyledText] {
    let keys = [
      ("letters", "search while you type"), ("↓ Enter Tab", "from the text to the results"),
      ("↑ ↓ PgUp PgDn", "move, or scroll details"), ("Home End", "to the start or the end"),
      ("Enter →", "albums of an artist, songs, details"),
      ("← Esc", "back"), ("p", "play the preview of a song"),
      ("f", "add to or remove from favourites"),
      ("o", "open in the browser"), ("/", "change the text"), ("q Ctrl-C", "quit"),
    ]
    return [StyledText("Keys", .bold)]
      + keys.map { StyledText("  " + $0.0.padded(to: 15)) + StyledText($0.1) }
      + ["", StyledText("Press any key to go back.", .dim)]
  }
}

extension Table where Row == Entity {
  /// Results of all kinds in one table.
  fileprivate static func browsing(_ entities: [Entity]) -> Table {
    let format = TableFormat.forHumans[TableFormat.forHumans.count - 1]
    return Table(
      columns: [
        Column("Name", flexibility: 1, minimumWidth: 16, priority: 10) { entity in
          format.name(
            entity.displayName,
            isFavorite: entity.isFavorite,
            isOwned: entity.isOwned,
            isUnavailable: entity.isUnavailable
          )
        },
        Column("Kind", priority: 7) { StyledText($0.kind.rawValue, .dim) },
        // What tells artists of one name apart stands where others have their artist.
        Column("Artist", flexibility: 2, minimumWidth: 8, priority: 9) { entity in
          guard case .artist(let artist) = entity else { return format.cell(entity.artistName) }
          let facts = ([artist.disambiguation] + artist.facts).compactMap(\.self)
          return StyledText(facts.joined(separator: ", "), .dim)
        },
        Column("Released", priority: 8) { format.date($0.releaseDate) },
      ],
      rows: entities
    )
  }
}
