import BusProtocol
import ClientKit
import CommandKit
import HostKit
import MusicModel

/// Output of replies: data on standard output, everything else on standard error.
extension CommandContext {
  /// Prints a list; `emptyMessage` is the note for the user if it is empty, `more` says how to see more.
  func show(
    list reply: Reply,
    of subject: EntityKind? = nil,
    on services: ServiceTable? = nil,
    biographies: Bool = false,
    emptyMessage: String,
    more: [String] = []
  ) throws -> ExitStatus {
    var list = EntityList(reply.items, of: subject)
    list.services = services
    let hint = PageHint(offset: settings.offset ?? 0, count: reply.items.count, reply.done)
    let text = hint.text ?? (reply.items.isEmpty ? emptyMessage : nil)
    let note = (text.map { [$0] } ?? []) + more
    let hasOneTable = Set(reply.items.map(\.kind)).count == 1
    return try show(
      reply.items,
      plain: list.tabSeparated(),
      of: reply,
      after: note,
      headerLines: hasOneTable ? 1 : 0
    ) {
      let first = number(list.ordered)
      let lines = list.lines(fitting: terminal.width, firstNumber: first)
      return lines
        + (biographies ? list.biographies(fitting: min(terminal.width ?? 80, 100)) : [])
    }
  }

  /// Shows the values of a reply, and then a line from the command and the outcome of each source.
  ///
  /// `text` makes the lines for people. With the notes, they fit on the screen or are in the pager, where the
  /// first `headerLines` stay in view.
  func show(
    _ values: [some Encodable],
    plain: @autoclosure () -> [String],
    of reply: Reply,
    after note: [String] = [],
    headerLines: Int = 1,
    text: () throws -> [StyledText]
  ) throws -> ExitStatus {
    guard !settings.json, !settings.plain else {
      try show(values, plain: plain()) {}
      return try report(reply, after: note)
    }
    let lines = try text()
    terminal.page(lines, notes: notes(of: reply, after: note), headerLines: headerLines)
    return status(of: reply)
  }

  /// Prints the details of an entity; `songs` are those of an album.
  func show(
    detail reply: Reply,
    songs: Reply? = nil,
    allIDs: Bool = false
  ) throws -> ExitStatus {
    // The page is shown also if no time is left for the names of the services.
    let providers = settings.json ? nil : try? callHub(.providers)
    let table = ServiceTable(providers ?? [])
    let pages = reply.items.map { DetailPage($0, table) }
    let whole = songs.map { Reply.merged([reply, $0]) } ?? reply
    return try show(reply.items, plain: pages.flatMap { $0.tabSeparated() }, of: whole) {
      let width = min(terminal.width ?? 80, 100)
      let details = pages.flatMap { $0.lines(fitting: width, allIDs: allIDs) }
      let tracks = songs.map { EntityList($0.items, of: .album).tracks } ?? []
      guard !tracks.isEmpty else { return details }
      let table = Table.tracks(tracks, firstNumber: number(tracks.map { .song($0) }))
      return details + [""] + table.layout(fitting: terminal.width).lines
    }
  }

  /// Reports the outcome of each source, after lines from the command.
  func report(_ reply: Reply, after note: [String] = []) throws -> ExitStatus {
    if settings.json, settings.template == nil {
      terminal.output.flush()
      Terminal.writeError(try JSONLine.text(ReplySummary(reply)))
    } else {
      for line in notes(of: reply, after: note) { terminal.note(line) }
    }
    return status(of: reply)
  }

  /// A source that is missing costs only its part: results of the others are a success, unless all are wanted.
  func status(of reply: Reply) -> ExitStatus {
    let answers: Set<Outcome> = [.ok, .empty, .cached, .stale]
    let isAnswered = (reply.done.sources ?? []).contains { answers.contains($0.outcome) }
    let isMissed = reply.isPartial && (settings.isComplete || reply.items.isEmpty && !isAnswered)
    return isMissed || isDisconnected ? .partialResults : .ok
  }

  private func notes(of reply: Reply, after note: [String]) -> [StyledText] {
    var lines = (note + (reply.done.notes ?? [])).map { StyledText($0) }
    if reply.unreadableCount > 0 {
      let count = reply.unreadableCount.counted("entry", plural: "entries")
      lines.append("Skipped \(count) that this version cannot read.")
    }
    var sources = SourceNotes(reply.done.sources ?? [])
    sources.country = settings.country ?? (try? configured(.country))
    sources.isVerbose = settings.isVerbose
    sources.isDisconnected = isDisconnected
    sources.lacksNetwork = reply.done.noNetwork == true
    if !sources.reports.isEmpty { sources.names = sourceNames }
    return lines.flatMap { $0.wrapped(to: terminal.width) } + sources.lines(fitting: terminal.width)
  }
}
