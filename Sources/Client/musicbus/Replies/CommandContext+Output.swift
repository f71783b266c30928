import BusProtocol
import ClientKit
import CommandKit
import MusicModel

/// Output of replies: data on standard output, everything else on standard error.
extension CommandContext {
  /// Prints a list; `emptyMessage` is the note for the user if it is empty.
  func show(
    list reply: Reply,
    of subject: EntityKind? = nil,
    on services: ServiceTable? = nil,
    albumCounts: [EntityID: Int] = [:],
    biographies: Bool = false,
    emptyMessage: String
  ) throws -> ExitStatus {
    var list = EntityList(reply.items, of: subject)
    list.albumCounts = albumCounts
    list.services = services
    let values = try reply.items.map { try AlbumCounts.json(of: $0, albumCounts) }
    try show(values, plain: list.tabSeparated()) {
      let first = number(list.ordered)
      let lines = list.lines(fitting: terminal.width, firstNumber: first)
      let texts = biographies ? list.biographies(fitting: min(terminal.width ?? 80, 100)) : []
      terminal.page(lines + texts)
    }
    let hint = PageHint(offset: settings.offset ?? 0, count: reply.items.count, reply.done)
    let text = hint.text ?? (reply.items.isEmpty ? emptyMessage : nil)
    return try report(reply, after: text.map { StyledText($0) })
  }

  /// Prints the details of an entity.
  func show(detail reply: Reply) throws -> ExitStatus {
    // The page is shown also if no time is left for the names of the services.
    let providers = settings.json ? nil : try? callHub(.providers)
    let table = ServiceTable(providers ?? [])
    for entity in reply.items {
      let page = DetailPage(entity, table)
      try show([entity], plain: page.tabSeparated()) {
        terminal.page(page.lines(fitting: min(terminal.width ?? 80, 100)))
      }
    }
    return try report(reply)
  }

  /// Reports the outcome of each source, after a line from the command.
  func report(_ reply: Reply, after line: StyledText? = nil) throws -> ExitStatus {
    if settings.json, settings.template == nil {
      terminal.output.flush()
      Terminal.writeError(try JSONLine.text(ReplySummary(reply)))
    } else {
      if let line { terminal.note(line) }
      for note in reply.done.notes ?? [] { terminal.note(StyledText(note)) }
      if reply.unreadableCount > 0 {
        let count = reply.unreadableCount.counted("entry", plural: "entries")
        terminal.note("Skipped \(count) that this version cannot read.")
      }
      for note in SourceNotes(reply.done.sources ?? []).lines { terminal.note(note) }
    }
    return reply.isPartial ? .partialResults : .ok
  }
}
