import BusProtocol
import ClientKit
import CommandKit
import FoundationEssentials
import MusicModel

/// `musicbus new`
enum NewCommand {
  private static let since = Option(
    "since",
    .date("DATE"),
    help: "Only albums released on or after this date."
  )
  private static let kinds = Option(
    "kind",
    .albumKinds("KINDS"),
    help: "Only albums of these kinds, such as album,ep,single."
  )
  private static let all = Option(flag: "all", help: "Include albums that you have seen.")
  private static let notAt = Option(
    "not-at",
    .choice("SERVICE", of: Registry.allCases),
    help: "Only albums that no source links to this service, with the address for adding each."
  )

  /// The services to which listeners add albums.
  private enum Registry: String, CaseIterable, Sendable {
    case musicbrainz
  }
  private static let seen = Option(flag: "seen", help: "Mark all as seen.")
  private static let atom = Option(
    "atom",
    .file(),
    help: "Write an Atom feed to this file (- for standard output)."
  )
  private static let calendar = Option(
    "ical",
    .file(),
    help: "Write a calendar (iCalendar) of release dates to this file (- for standard output)."
  )

  static let command = Command<CommandAction>(
    "new",
    abstract: "List new albums of favourite artists.",
    discussion: """
      The hub checks each favourite artist about once a day. The first check marks all albums as seen.
      """,
    options: [since, kinds, all, notAt, seen, atom, calendar],
    examples: [
      Example("new", "List albums that you have not seen."),
      Example("new --seen", "Mark them as seen."),
      Example("new --all --kind album,ep", "List all new albums and EPs."),
      Example("new --all --not-at musicbrainz", "Add what is missing there, with Harmony."),
    ]
  ) { context, invocation in
    try checkCombination(invocation)
    let filter = ReleaseSelection(
      since: invocation[since],
      kinds: invocation[kinds],
      includesSeen: invocation[all]
    )
    let call = invocation[seen] ? Call.releasesSeen : .releases
    let reply = try context.hubReply(to: call)
    let listed = try call.result(of: reply)
    if invocation[seen] {
      if context.settings.json {
        try show(listed, [], context)
      } else {
        context.terminal.note("All new albums are marked as seen.")
      }
      return .ok
    }
    let isMissing = invocation[notAt] != nil
    let releases = filter.select(listed).filter { release in
      !isMissing || !HarmonyLink.isAtMusicBrainz(release.album)
    }
    let texts: [(Option<String?>, ([ReleaseReport]) -> String)] = [
      (atom, { ReleaseFeed.atom($0, at: .now) }),
      (calendar, { ReleaseFeed.calendar($0, at: .now) }),
    ]
    var isPrinted = false
    for (option, text) in texts {
      guard let file = invocation[option].map(MediaFile.init) else { continue }
      let bytes = Array(text(releases).utf8)
      if case .path(let path) = file {
        try MediaFile.write(bytes, to: path)
      } else {
        context.terminal.print(contents: bytes, isJSON: false)
        isPrinted = true
      }
    }
    if !isPrinted {
      try isMissing
        ? show(missing: releases, context) : show(releases, reply.done.notes ?? [], context)
    }
    return .ok
  }

  /// Marking concerns all albums; options that select or write some would be ignored. Only one text fits on
  /// standard output.
  private static func checkCombination(_ invocation: Invocation) throws(UsageError) {
    let printed = [
      ("--atom -", invocation[atom] == "-"), ("--ical -", invocation[calendar] == "-"),
      ("--json", invocation[GlobalOptions.json] != nil),
      ("--template", invocation[GlobalOptions.template] != nil),
      ("--plain", invocation[GlobalOptions.plain]),
    ].filter(\.1).map(\.0)
    if printed.count > 1, printed[0].hasSuffix(" -") {
      throw invocation.usageError("\(printed[0]) cannot be combined with \(printed[1]).")
    }
    let others = [
      ("--since", invocation[since] != nil), ("--kind", invocation[kinds] != nil),
      ("--all", invocation[all]), ("--not-at", invocation[notAt] != nil),
      ("--atom", invocation[atom] != nil),
      ("--ical", invocation[calendar] != nil),
    ]
    guard invocation[seen], let other = others.first(where: \.1) else { return }
    throw invocation.usageError("--seen marks all new albums; remove \(other.0).")
  }

  private static func show(
    _ releases: [ReleaseReport],
    _ notes: [String],
    _ context: CommandContext
  ) throws {
    if context.settings.template != nil {
      // The members of the album stand beside those of the report.
      for release in releases {
        try context.printJSON(try JSONValue(release, asPartOf: release.album))
      }
    } else {
      var table = Table(columns: columns, rows: releases)
      try context.show(releases, plain: table.tabSeparated()) {
        table.columns.removeAll { column in releases.allSatisfy { column.cell($0).text.isEmpty } }
        if !releases.isEmpty {
          table.firstNumber = context.number(releases.map { .album($0.album) })
        }
        context.terminal.print(table, forScripts: false, orElse: "No new albums.")
        for note in notes.flatMap({ StyledText($0, .dim).wrapped(to: context.terminal.width) }) {
          context.terminal.note(note)
        }
      }
    }
  }

  /// Shows albums that are missing at MusicBrainz, with the address of Harmony for each.
  private static func show(missing releases: [ReleaseReport], _ context: CommandContext) throws {
    let addresses = releases.map { HarmonyLink.url(of: $0.album) }
    let rows = zip(releases, addresses).map { release, address in
      let album = release.album
      let cells = [
        album.releaseDate?.description, album.artist?.name, album.title, address, "\(album.id)",
      ]
      return cells.map { ($0 ?? "").neutralized }.joined(separator: "\t")
    }
    let values = try zip(releases, addresses).map { release, address in
      let harmony = address.map { ["harmony": $0] } ?? [:]
      return try JSONValue(harmony, asPartOf: try JSONValue(release, asPartOf: release.album))
    }
    try context.show(values, plain: ["Released\tArtist\tTitle\tHarmony\tID"] + rows) {
      for (release, address) in zip(releases, addresses) {
        let album = release.album
        let date = album.releaseDate.map { " (\($0))" } ?? ""
        let names = [album.artist?.name, album.title].compactMap(\.self).joined(separator: " – ")
        context.terminal.print("\(names.neutralized, .bold)\(date)")
        // Not wrapped, to be copied.
        context.terminal.print("  \((address ?? "No bar code and no page known.").neutralized)")
      }
      if releases.isEmpty { context.terminal.note("No new album is missing at MusicBrainz.") }
    }
  }

  private static let columns: [Table<ReleaseReport>.Column] = [
    .init("Released", priority: 9) {
      StyledText($0.album.releaseDate?.description ?? "")
    },
    .init("Artist", flexibility: 1, minimumWidth: 10, priority: 8) {
      StyledText(($0.album.artist?.name ?? "").neutralized)
    },
    .init("Title", flexibility: 1, minimumWidth: 10, priority: 10) {
      StyledText($0.album.title.neutralized)
    },
    .init("Owned", priority: 7) { StyledText($0.album.owned == true ? "✓" : "", .color(.green)) },
    .init("Kind", priority: 6) { StyledText($0.album.albumKind?.rawValue ?? "") },
    .init("Listen", priority: 4) {
      StyledText(($0.album.links.sorted { $0.key < $1.key }.first?.value ?? "").neutralized, .dim)
    },
    .init("Cover", priority: 2) {
      StyledText(($0.album.artwork.first?.url ?? "").neutralized, .dim)
    },
    .init("ID", priority: 3) { StyledText("\($0.album.id)", .dim) },
  ]
}

extension JSONValue {
  /// The members of two values in one object.
  fileprivate init(_ value: some Encodable, asPartOf whole: some Encodable) throws {
    let values = try [JSONCodec.encode(whole), JSONCodec.encode(value)].map {
      try JSONCodec.decode(JSONValue.self, from: $0).members ?? [:]
    }
    self = .object(values[0].merging(values[1]) { _, last in last })
  }
}

extension ValueSyntax where Value == PartialDate {
  /// A date, as precisely as known.
  fileprivate static func date(_ name: String) -> Self {
    Self(name, expectation: "a date such as 1973, 1973-03 or 1973-03-01") { word in
      PartialDate(word).flatMap { $0.description == word ? $0 : nil }
    }
  }
}
