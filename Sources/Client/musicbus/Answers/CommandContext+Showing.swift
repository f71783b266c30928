import BusProtocol
import ClientKit
import CommandKit
import MusicModel

/// Answers on the screen: the data on standard output, all else on standard error.
extension CommandContext {
  /// Shows a list. Where it is empty a person is told so by `emptiness`, a sentence.
  func show(
    list answer: Reply,
    of subject: EntityKind? = nil,
    emptiness: String
  ) throws -> ExitStatus {
    let list = EntityList(answer.items, of: subject)
    if settings.json {
      for entity in answer.items { terminal.print(try JSONLine.text(entity)) }
    } else if settings.plain {
      for line in list.tabSeparated() { terminal.print(line) }
    } else {
      terminal.print(list.lines(fitting: terminal.width))
    }
    let hint = PageHint(offset: settings.offset ?? 0, count: answer.items.count, answer.done)
    let text = hint.text ?? (answer.items.isEmpty ? emptiness : nil)
    return try tell(about: answer, after: text.map { StyledText($0) })
  }

  /// Shows one entity in full.
  func show(detail answer: Reply) throws -> ExitStatus {
    for entity in answer.items {
      let page = DetailPage(entity)
      if settings.json {
        terminal.print(try JSONLine.text(entity))
      } else if settings.plain {
        for line in page.tabSeparated() { terminal.print(line) }
      } else {
        terminal.print(page.lines(fitting: min(terminal.width ?? 80, 100)))
      }
    }
    return try tell(about: answer)
  }

  /// Tells what became of the sources, after a line of the command's own.
  func tell(about answer: Reply, after line: StyledText? = nil) throws -> ExitStatus {
    if settings.json {
      terminal.output.flush()
      Terminal.complain(try JSONLine.text(AnswerSummary(answer)))
    } else {
      if let line { terminal.note(line) }
      for note in answer.done.notes ?? [] { terminal.note(StyledText(note)) }
      if answer.unreadableCount > 0 {
        let count = answer.unreadableCount.counted("entry", plural: "entries")
        terminal.note("Left out \(count) that this version cannot read.")
      }
      for note in SourceNotes(answer.done.sources ?? []).lines { terminal.note(note) }
    }
    return answer.isPartial ? .partialAnswer : .ok
  }
}
