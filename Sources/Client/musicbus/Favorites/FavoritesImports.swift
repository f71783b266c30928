import BusProtocol
import ClientKit
import CommandKit

/// `musicbus favorites imports`
enum FavoritesImports {
  private static let stop = Option(
    "stop",
    .text("ID"),
    help: "Stop this import; what it has added stays."
  )

  static let command = Command<CommandAction>(
    "imports",
    abstract: "List imports and their progress.",
    discussion: """
      The hub goes on with an import by itself, also when the command that began it has ended, and after a \
      restart. Rows whose sources did not reply are looked up later.
      """,
    uses: [GlobalOptions.format],
    options: [stop],
    examples: [
      Example("favorites imports", "Check the progress of imports."),
      Example("favorites imports --stop 77fe000000000001", "Stop one."),
    ]
  ) { context, invocation in
    if let batch = invocation[stop] {
      do {
        let report = try context.callHub(.importsStop(batch))
        let isStopped = report.state == .stopped
        context.terminal.note(
          StyledText(
            isStopped ? "Stopped: \(report.file.name)" : "\(report.file.name) is done already."
          )
        )
        return .ok
      } catch ClientError.failed(let failure) where failure.code == .notFound {
        throw CommandFailure(failure.message, "List them: musicbus favorites imports")
      }
    }
    let imports = try context.callHub(.imports)
    if context.settings.json {
      for report in imports { try context.printJSON(report) }
      return .ok
    }
    var table = Table(columns: columns, rows: imports)
    if !context.settings.plain, imports.allSatisfy({ $0.problem == nil }) {
      table.columns.removeAll { $0.title == "Problem" }
    }
    context.terminal.print(
      table,
      forScripts: context.settings.plain,
      orElse: "No file has been imported. Import one: musicbus favorites import FILE"
    )
    return .ok
  }

  private static let columns: [Table<ImportReport>.Column] = [
    .init("Id", priority: 9) { StyledText($0.batch) },
    .init("File", flexibility: 1, minimumWidth: 10, priority: 10) {
      StyledText($0.file.name.neutralized)
    },
    .init("State", priority: 8) { StyledText($0.state.rawValue) },
    number("Matched") { $0.found }, number("Doubtful") { $0.doubtful },
    number("Not found") { $0.notFound }, number("Not looked up") { $0.open },
    .init("Problem", flexibility: 2, minimumWidth: 20, priority: 6) {
      StyledText(($0.problem ?? "").neutralized)
    },
  ]

  private static func number(
    _ title: String,
    _ count: @escaping @Sendable (ImportReport) -> Int
  ) -> Table<ImportReport>.Column {
    .init(title, alignment: .trailing, priority: 7) { StyledText(count($0).grouped) }
  }
}
