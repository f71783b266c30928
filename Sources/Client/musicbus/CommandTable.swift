import CommandKit

/// What a command does: it asks through the session, prints, and tells how it ended.
typealias CommandAction = @Sendable (CommandContext, Invocation) throws -> ExitStatus

/// Every command of `musicbus`. Each is described and carried out in a file of its own.
enum CommandTable {
  static let version = "1.0.0"

  static let program: Program<CommandAction> = Program(
    "musicbus",
    version: version,
    abstract: "Asks many music sources at once, and shows one answer.",
    sharedOptions: GlobalOptions.all,
    sections: [
      .init(
        "Finding music",
        [
          SearchCommand.command,
          ArtistCommand.command,
          AlbumsCommand.command,
          SongsCommand.command,
          AlbumCommand.command,
          SongCommand.command,
          TopCommand.command,
          ChartsCommand.command,
          ArtworkCommand.command,
          PreviewCommand.command,
          RecentCommand.command,
        ]
      ),
      .init("What you keep", [FavoritesCommand.command]),
      .init(
        "What is one, and what is not",
        [
          ExplainCommand.command,
          VerdictCommands.same,
          VerdictCommands.different,
          VerdictCommands.undo,
          PolicyCommand.command,
        ]
      ),
      .init(
        "The bus",
        [
          ProvidersCommand.command,
          ProviderCommand.command,
          ConfigCommand.command,
          CacheCommand.command,
          HubCommand.command,
          DemoCommand.command,
          CompletionCommand.command,
        ]
      ),
    ]
  )
}
