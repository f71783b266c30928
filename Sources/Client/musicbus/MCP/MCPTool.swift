import BusProtocol
import MusicModel

/// A tool of the MCP server: a method of the bus with some of its parameters. Its schema derives from these.
struct MCPTool: Sendable {
  let name: String
  let title: String
  let description: String
  /// The methods, of which the kind of the `id` chooses one; a single one needs no id.
  let methods: [Method]
  /// The parameters that an assistant may give, the required ones first.
  let parameters: [String]
  /// Whether sources are asked, and not only the hub.
  var isOpen = true

  /// Whether a call changes nothing.
  var isReadOnly: Bool { methods.allSatisfy { Methods[$0]?.isReadOnly == true } }

  static let all: [MCPTool] = [
    MCPTool(
      name: "search",
      title: "Search artists, albums and songs",
      description: """
        Finds artists, albums and songs by a text in all music sources, merged; "lists" tells how many \
        there are of each. Use the tools for one kind to see more.
        """,
      methods: [.searchAll],
      parameters: ["text", "limit"]
    ),
    MCPTool(
      name: "search_artists",
      title: "Search artists",
      description: "Finds artists by name in all music sources, merged: one entry for each artist.",
      methods: [.artistsSearch],
      parameters: ["text"] + page
    ),
    MCPTool(
      name: "search_albums",
      title: "Search albums",
      description: "Finds albums by title, also by the name of the artist.",
      methods: [.albumsSearch],
      parameters: ["text", "artist"] + page
    ),
    MCPTool(
      name: "search_songs",
      title: "Search songs",
      description: "Finds songs by title, also by artist and album.",
      methods: [.songsSearch],
      parameters: ["text", "artist", "album"] + page
    ),
    MCPTool(
      name: "get",
      title: "Details of an artist, album or song",
      description: """
        Returns all that is known of one artist, album or song: biography, dates, label, links to \
        the services that have it.
        """,
      methods: [.artistGet, .albumGet, .songGet],
      parameters: ["id", "lang", "country"]
    ),
    MCPTool(
      name: "resolve",
      title: "The artist, album or song that a name or a link means",
      description: """
        Finds the one artist, album or song that a name ("U2", "U2 - One"), a URL of a service, a bar \
        code or an ISRC means, with its id for the other tools; or says that several have the name, or \
        none.
        """,
      methods: [.namesResolve],
      parameters: ["text", "entityKinds"]
    ),
    MCPTool(
      name: "artist_albums",
      title: "Albums of an artist",
      description: """
        Lists the discography of an artist by date; can be limited to a kind (album, ep, single, \
        live, compilation), a range of dates, or what the user has as files (owned).
        """,
      methods: [.artistAlbums],
      parameters: ["id", "albumKind", "from", "to", "owned", "sort"] + page
    ),
    MCPTool(
      name: "appears_on",
      title: "Albums by other artists on which an artist appears",
      description:
        """
        Lists, by date, albums by other artists on which this artist appears as a guest or has songs, \
        such as compilations.
        """,
      methods: [.artistAppearances],
      parameters: ["id", "albumKind", "from", "to", "owned", "sort"] + page
    ),
    MCPTool(
      name: "songs",
      title: "Songs of an album or artist",
      description:
        "Lists the tracks of an album in their order, or the best known songs of an artist.",
      methods: [.albumSongs, .artistSongs],
      parameters: ["id"] + page
    ),
    MCPTool(
      name: "similar_artists",
      title: "Similar artists",
      description:
        "Lists artists that are similar to an artist; those that most sources name come first.",
      methods: [.artistSimilar],
      parameters: ["id"] + page
    ),
    MCPTool(
      name: "lyrics",
      title: "Lyrics of a song",
      description: "Returns the words of a song, with the times of the lines if they are known.",
      methods: [.songLyrics],
      parameters: ["id"]
    ),
    MCPTool(
      name: "chart",
      title: "Charts",
      description: "Lists the most popular albums or songs of a country by rank.",
      methods: [.chartGet],
      parameters: ["chart", "genre"] + page
    ),
    MCPTool(
      name: "explain",
      title: "Explain a merge",
      description: """
        Shows which records of which sources one artist, album or song consists of, the evidence \
        that they are the same, and where each value is from.
        """,
      methods: [.recordsExplain],
      parameters: ["id"]
    ),
    MCPTool(
      name: "list_favorites",
      title: "The user's favourites",
      description: "Lists the user's favourite artists, albums and songs.",
      methods: [.favoritesList],
      parameters: ["entityKind", "text", "genre", "limit", "offset"],
      isOpen: false
    ),
    MCPTool(
      name: "dead_links",
      title: "Favourites that have gone",
      description: """
        Lists the user's favourite albums and songs that a service no longer has, since when, and where \
        they still are.
        """,
      methods: [.favoritesLinks],
      parameters: ["country"]
    ),
    MCPTool(
      name: "add_favorite",
      title: "Add a favourite",
      description:
        "Makes an artist, album or song a favourite of the user. Adding it twice changes nothing.",
      methods: [.favoritesAdd],
      parameters: ["id"]
    ),
    MCPTool(
      name: "remove_favorites",
      title: "Remove favourites",
      description: "Removes artists, albums or songs from the user's favourites, by their ids.",
      methods: [.favoritesRemove],
      parameters: ["keys"],
      isOpen: false
    ),
    MCPTool(
      name: "same",
      title: "Say that two are the same",
      description: """
        Records the user's verdict that two artists, albums or songs are the same, and joins them. \
        Only if the user says so.
        """,
      methods: [.recordsSame],
      parameters: ["id", "other"],
      isOpen: false
    ),
    MCPTool(
      name: "different",
      title: "Say that two are different",
      description: """
        Records the user's verdict that two artists, albums or songs are different, and separates \
        them. Only if the user says so.
        """,
      methods: [.recordsDifferent],
      parameters: ["id", "other"],
      isOpen: false
    ),
  ]

  private static let page = ["country", "limit", "offset"]

  /// Descriptions of parameters that need one.
  private static let words = [
    "id": "The id of a result, such as mbid:artist:83d91898-…; resolve has that of a name or URL.",
    "other": "The id of the other one.",
    "keys": "The ids to be removed.",
    "text": "The name or title.",
    "artist": "Only those of an artist with this name.",
    "album": "Only those on an album with this title.",
    "country": "The country of the user: two letters, such as de.",
    "lang": "The language of texts, such as de or pt-BR.",
    "from": "A date: 1977, 1977-01 or 1977-01-21.",
    "to": "A date, included.",
    "owned": "true: only what the user has as files; false: only what is missing.",
    "albumKind": "Only albums of this kind.",
    "entityKinds": "What it may be; all kinds if not given.",
    "entityKind": "Only favourites of this kind.",
    "genre": "Only those of this genre, such as jazz.",
    "limit": "Maximum number of results (default \(usualLimit)).",
    "offset": "The number of results to skip: \"next\" of the reply before.",
  ]

  /// What a parameter means here, if it differs.
  private var ownWords: [String: String] {
    switch methods[0] {
    case .namesResolve:
      ["text": "A name, a URL of a service, a bar code (UPC or EAN) or an ISRC."]
    case .favoritesList: ["text": "Only those with these words in their names or notes."]
    default: [:]
    }
  }

  /// The declaration in `tools/list`.
  var declaration: JSONValue {
    var properties: [String: JSONValue] = [:]
    for name in parameters {
      guard let form = MCPTool.form(of: name) else { continue }
      var schema = form.schema
      let words = ownWords[name] ?? MCPTool.words[name]
      schema["description"] = words.map { .string($0) }
      properties[name] = .object(schema)
    }
    let required = parameters.filter { name in
      methods.allSatisfy { Methods[$0]?.client.required.contains { $0.name == name } == true }
    }
    return [
      "name": .string(name), "title": .string(title), "description": .string(description),
      "inputSchema": [
        "type": "object", "properties": .object(properties),
        "required": .array(required.map { .string($0) }), "additionalProperties": false,
      ],
      "outputSchema": outputSchema,
      "annotations": [
        "readOnlyHint": .bool(isReadOnly),
        "destructiveHint": .bool(!isReadOnly && methods != [.favoritesAdd]),
        "idempotentHint": true, "openWorldHint": .bool(isOpen),
      ],
    ]
  }
}
