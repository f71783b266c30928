import CommandKit
import MusicModel

/// The action of a command: makes calls, prints results and returns the exit status.
typealias CommandAction = @Sendable (CommandContext, Invocation) throws -> ExitStatus

/// All commands of `musicbus`. Each is declared and implemented in a file with those that share its subject.
enum CommandTable {
  static let program: Program<CommandAction> = Program(
    "musicbus",
    version: MusicBusVersion.current,
    abstract: "Search several music sources and merge their results.",
    optionGroups: GlobalOptions.groups,
    sharedOptions: GlobalOptions.general,
    startCommand: "overview",
    textCommand: "search",
    otherNames: otherNames,
    fields: MemberNames.of,
    sections: [
      .init(
        "Search and browse",
        [
          OverviewCommand.command,
          SearchCommand.command,
          BrowseCommand.command,
          DetailCommands.artistCommand,
          AlbumsCommand.command,
          SongsCommand.command,
          SimilarCommand.command,
          DetailCommands.albumCommand,
          DetailCommands.songCommand,
          TopCommand.command,
          ChartsCommand.command,
          ArtworkCommand.command,
          PreviewCommand.command,
          LyricsCommand.command,
          OpenCommand.command,
          LinkCommands.links,
          LinkCommands.share,
          RecentCommand.command,
        ]
      ),
      .init(
        "Favourites",
        options: [GlobalOptions.format],
        [FavoritesCommand.command, NewCommand.command, WatchCommand.command]
      ),
      .init(
        "Your own files",
        options: [GlobalOptions.format],
        [MissingCommand.command, CollectionCommand.command]
      ),
      .init(
        "Matching and merging",
        options: [GlobalOptions.sources, GlobalOptions.format],
        [
          ExplainCommand.command,
          RawCommand.command,
          VerdictCommands.same,
          VerdictCommands.different,
          VerdictCommands.undo,
        ]
      ),
      .init(
        "Hub, providers and configuration",
        options: [GlobalOptions.format],
        [
          ProvidersCommand.command,
          ProviderCommand.command,
          DoctorCommand.command,
          ConfigCommand.command,
          CacheCommand.command,
          BackupCommands.backup,
          BackupCommands.restore,
          LibraryCommand.command,
          HubCommand.command,
          WebCommand.command,
          MCPCommand.command,
          DemoCommand.command,
          CompletionCommand.command,
          VersionCommand.command,
        ]
      ),
    ]
  )

  /// Commands of mpc, beet, gh and others, and words that users try.
  private static let otherNames = [
    "add": "favorites add", "clear": "cache clear", "export": "favorites export",
    "extension": "provider", "find": "search", "import": "favorites import", "info": "song",
    "install": "provider add", "list": "favorites list", "ls": "favorites list", "play": "preview",
    "provider install": "provider add", "provider ls": "provider list",
    "provider status": "providers",
    "remove": "favorites remove", "restart": "hub restart", "rm": "favorites remove",
    "serve": "web", "show": "artist", "start": "hub start", "status": "hub status",
    "stop": "hub stop",
  ]
}
