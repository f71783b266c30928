import BusProtocol
import ClientKit
import MusicModel
import Testing

@testable import musicbus

@Suite("The arguments of an assistant's tool")
struct MCPArgumentsTests {
  private func tool(_ name: String) throws -> MCPTool {
    try #require(MCPTool.all.first { $0.name == name })
  }

  private func call(
    _ name: String,
    _ arguments: [String: JSONValue]
  ) throws -> (method: Method, parameters: CallParameters) {
    try tool(name).call(arguments)
  }

  private func error(_ name: String, _ arguments: [String: JSONValue]) throws -> String {
    let tool = try tool(name)
    let failure = #expect(throws: Failure.self) { _ = try tool.call(arguments) }
    return failure?.message ?? ""
  }

  @Test("may be written as texts, and an empty one is none")
  func texts() throws {
    let albums = try call(
      "artist_albums",
      [
        "id": " x:artist:7 ", "limit": "12", "offset": "", "owned": "False", "albumKind": "EP",
        "from": 1984, "country": .null,
      ]
    ).parameters
    #expect(albums.id == Samples.id("x:artist:7") && albums.limit == 12 && albums.offset == nil)
    #expect(albums.owned == false && albums.albumKind == .ep)
    #expect(albums.from == PartialDate(year: 1984) && albums.country == nil)
    #expect(
      try call("search_songs", ["text": 1979, "limit": .number(3)]).parameters.text == "1979"
    )
    let keys: [JSONValue] = [
      "x:song:1,y:song:2", #"["x:song:1", "y:song:2"]"#, ["x:song:1", "y:song:2"],
    ]
    for list in keys {
      let removed = try call("remove_favorites", ["keys": list]).parameters
      #expect(removed.keys == ["x:song:1", "y:song:2"])
    }
  }

  @Test("name the albums of others on which an artist appears")
  func appearances() throws {
    let made = try call("appears_on", ["id": "x:artist:7", "sort": "newest"])
    #expect(made.method == .artistAppearances && made.parameters.sort == .newest)
  }

  @Test(
    "of another form are errors that say what is expected",
    arguments: [
      (["albumKind": "mixtape"], "\"albumKind\" must be one of album, single,"),
      (["limit": "many"], "\"limit\" must be a whole number, not \"many\"."),
      (["limit": .number(2.5)], "\"limit\" must be a whole number, not 2.5."),
      (["limit": 900], "\"limit\" must be 1 to 200, not 900."),
      (["owned": "maybe"], "\"owned\" must be true or false, not \"maybe\"."),
      (["sort": "price"], "\"sort\" must be one of "),
    ] as [([String: JSONValue], String)]
  )
  func mistakes(_ arguments: [String: JSONValue], _ start: String) throws {
    let whole = arguments.merging(["id": "x:artist:7"]) { one, _ in one }
    let message = try error("artist_albums", whole)
    #expect(message.hasPrefix(start), "\(message)")
  }

  @Test(
    "that are no ids lead to the tool that finds them",
    arguments: [
      ("get", ["id": "https://www.example.org/artist/12"]), ("lyrics", ["id": "Money"]),
      ("get", ["id": "upc:code:075678164224"]), ("remove_favorites", ["keys": ["0075678164224"]]),
      ("same", ["id": "x:song:1", "other": "GBAYE0601498"]),
    ] as [(String, [String: JSONValue])]
  )
  func noIDs(_ name: String, _ arguments: [String: JSONValue]) throws {
    let message = try error(name, arguments)
    #expect(
      message.contains("resolve has that of a name, a URL, a bar code or an ISRC"),
      "\(message)"
    )
  }

  @Test("are described in errors by the names of tools, not by those of methods")
  func names() throws {
    #expect(try error("get", [:]) == "get needs the argument \"id\".")
    #expect(try error("lyrics", ["id": " "]) == "lyrics needs the argument \"id\".")
    let song = try error("songs", ["id": "x:song:2"])
    #expect(song == "songs needs the id of an album or an artist, not \"x:song:2\".")
    #expect(try call("songs", ["id": "x:artist:2"]).method == .artistSongs)
    let albums = try tool("artist_albums")
    #expect(
      albums.inItsWords("No provider serves \"artist.albums\".", .artistAlbums)
        == "No provider serves artist_albums."
    )
  }

  @Test("that are wrong are quoted in part, and without what acts on a terminal")
  func longMistakes() throws {
    let long = String(repeating: "x\u{202E}\u{301}\u{301}", count: 100_000)
    for arguments in [[long: 1], ["id": .string(long)], ["albumKind": .string(long)]]
      as [[String: JSONValue]]
    {
      let call: JSONValue = [
        "jsonrpc": "2.0", "id": 4, "method": "tools/call",
        "params": ["name": "artist_albums", "arguments": .object(arguments)],
      ]
      let effect = MCPSession(allowsChanges: false).receive(EncodedJSON(call).bytes)
      guard case .send(let reply)? = effect else {
        Issue.record("no error")
        continue
      }
      #expect(reply["result"]?["isError"] == true)
      let bytes = EncodedJSON(reply).bytes
      #expect(bytes.count < 10_000)
      #expect(!String(decoding: bytes, as: UTF8.self).unicodeScalars.contains("\u{202E}"))
    }
  }

  @Test("are declared with the words that they may be, and what they mean")
  func declarations() throws {
    for tool in MCPTool.all {
      let properties = tool.declaration["inputSchema"]?["properties"]?.members ?? [:]
      #expect(Set(properties.keys) == Set(tool.parameters), "\(tool.name)")
      for (name, schema) in properties where !["chart", "sort"].contains(name) {
        #expect(schema["description"]?.text?.isEmpty == false, "\(tool.name): \(name)")
      }
    }
    let kinds = try tool("artist_albums").declaration["inputSchema"]?["properties"]?["albumKind"]
    #expect(kinds?["enum"]?.elements?.contains("soundtrack") == true)
    let link = try tool("resolve").declaration["inputSchema"]?["properties"]?["text"]
    #expect(link?["description"]?.text?.contains("URL") == true)
  }

  @Test("of a call that failed lead to no command of a shell, and to no path")
  func failures() {
    let errors: [ClientError] = [
      .noHub(runtime: "/home/ann/run"), .hubNotFound("musicbus-hub"), .hubLost,
      .timedOut(.songLyrics, afterMs: 100), .protocolError("x"), .failed(Failure(.notFound, "No.")),
      .failed(Failure(.noProvider, "No provider.")), .failed(Failure(.deadlineExceeded, "Late.")),
    ]
    for error in errors {
      let text = error.sentencesForAssistant
      for word in ["musicbus ", "--", "/home", "song.lyrics"] {
        #expect(!text.contains(word), "\(text)")
      }
    }
  }
}

@Suite("The result of an assistant's tool")
struct MCPResultTests {
  private func item(_ number: Int, padding: Int = 0) -> JSONValue {
    [
      "id": .string("x:album:\(number)"), "kind": "album",
      "title": .string(String(repeating: "é", count: padding)),
    ]
  }

  private func size(_ value: JSONValue?) -> Int { value.map { EncodedJSON($0).bytes.count } ?? 0 }

  @Test("has no character that nobody sees or that acts on a terminal, and no path")
  func clean() {
    let name = "Ni\u{E0041}\u{E007F}na\u{202E} \u{1B}[2JSimone\u{2066}"
    let result = MCPResult.shaped(
      [
        "items": [["id": "x:artist:1", "name": .string(name), "bad\u{202E}Key": "a\r\nb"]],
        "file": "file:///home/ann/a.flac", "files": ["file:///b", "c"],
        "stream": ["url": "https://music.home.example/1", "kbps": 320],
      ],
      offset: nil
    )
    #expect(
      result == [
        "items": [["id": "x:artist:1", "name": "Nina ␛[2JSimone", "badKey": "a\nb"]],
        "files": ["c"],
      ]
    )
  }

  @Test("has one picture of each entity, and no id twice")
  func once() {
    let pictures: JSONValue = [["url": "https://a/1"], ["url": "https://a/2"]]
    let album: JSONValue = ["id": "x:album:1", "ids": ["x:album:1"], "artwork": pictures]
    let song: JSONValue = [
      "id": "x:song:1", "ids": ["y:song:2", "x:song:1"], "artwork": pictures, "album": album,
    ]
    let picture: JSONValue = [["url": "https://a/1"]]
    #expect(
      MCPResult.shaped(["items": [song]], offset: 0) == [
        "items": [
          [
            "id": "x:song:1", "ids": ["y:song:2"], "artwork": picture,
            "album": ["id": "x:album:1", "artwork": picture],
          ]
        ]
      ]
    )
  }

  @Test("ends where it is long enough, and says where it goes on", arguments: [0, 40])
  func pages(_ offset: Int) throws {
    let items = (0..<150).map { item($0, padding: 500) }
    let result = MCPResult.shaped(["items": .array(items), "total": 900], offset: offset)
    let kept = try #require(result?["items"]?.elements)
    #expect(kept.count > 20 && kept == Array(items.prefix(kept.count)))
    #expect(size(result) <= MCPResult.maxBytes && result?["shortened"] == nil)
    #expect(result?["next"]?.integer == offset + kept.count)
    let short = MCPResult.shaped(["items": .array(Array(items.prefix(9))), "next": 9], offset: 0)
    #expect(short?["items"]?.elements?.count == 9 && short?["next"]?.integer == 9)
  }

  @Test("of one thing is cut if it is too long, and says so")
  func shortened() throws {
    let records = (0..<3000).map { item($0, padding: 300) }
    let explanation: JSONValue = ["records": .array(records), "entity": item(1)]
    let result = MCPResult.shaped(["explanation": explanation], offset: nil)
    #expect(size(result) <= MCPResult.maxBytes && result?["shortened"] == true)
    #expect(result?["explanation"]?["entity"] == item(1))
    // Letters with any number of accents are each one character.
    let accents = "a" + String(repeating: "\u{301}", count: 100_000)
    let accented = MCPResult.shaped(
      ["items": [["id": "x:song:1", "title": .string(accents)]]],
      offset: 0
    )
    #expect(size(accented) <= MCPResult.maxBytes && accented?["shortened"] == true)
    let text = MCPResult.shaped(["items": [item(1, padding: 200_000)]], offset: 0)
    #expect(size(text) <= MCPResult.maxBytes && text?["shortened"] == true)
    #expect(text?["items"]?.elements?.count == 1 && text?["next"] == nil)
  }
}
