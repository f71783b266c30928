import BusProtocol
import CommandKit
import Foundation
import HTTPServer
import JSON
import MusicModel
import TestKit
import Testing

@testable import musicbus_web

@Suite("The resource of a method")
struct MethodResourceTests {
  private func call(_ name: String, query: String) throws -> MethodResource.Call {
    let resource = try #require(MethodResource(name))
    return try resource.call(HTTPRequest("GET", try #require(HTTPTarget("/?\(query)"))))
  }

  private func call(_ name: String, body: String) throws -> MethodResource.Call {
    let resource = try #require(MethodResource(name))
    let target = HTTPTarget(path: [])
    return try resource.call(HTTPRequest("POST", target, body: Array(body.utf8)))
  }

  @Test("reads the parameters of a query by their types")
  func query() throws {
    let text = "text=12&limit=5&exact=true&providers=a,b&timeoutMs=700"
    let call = try call("artists.search", query: text)
    #expect(call.parameters.text == "12")
    #expect(call.parameters.limit == 5)
    #expect(call.parameters.exact == true)
    #expect(call.parameters.providers?.map(\.rawValue) == ["a", "b"])
    #expect(call.timeoutMs == 700)
  }

  @Test("names the HTTP method that it supports when called with another one")
  func allowed() throws {
    for (name, wrong, allow) in [
      ("favorites.undo", "GET", "POST"), ("artists.search", "POST", "GET, HEAD"),
    ] {
      let resource = try #require(MethodResource(name))
      let problem = #expect(throws: Problem.self) {
        _ = try resource.call(HTTPRequest(wrong, HTTPTarget(path: [])))
      }
      #expect(problem?.status == 405)
      #expect(problem?.allow == allow)
    }
  }

  @Test("is described without values that are always refused")
  func refused() throws {
    let lines = OpenAPIDocument.text.split(separator: "\n")
    for (name, form) in [
      ("entityKind", "{type: string, enum: [artist, album, song]}"),
      ("addedFrom", "pattern: \"^[0-9]{4}("), ("text", "pattern: \"\\\\S\""),
    ] {
      let places = lines.indices.filter { lines[$0].hasSuffix("- name: \(name)") }
      #expect(!places.isEmpty)
      for place in places { #expect(lines[place + 3].contains(form), "\(lines[place + 3])") }
    }
    let listed = try #require(MethodResource("favorites.list"))
    let target = try #require(HTTPTarget("/api/1/favorites.list?entityKind=chart"))
    // The hub says what is wrong with a value.
    let parameters = try listed.call(HTTPRequest("GET", target)).parameters
    #expect(throws: Failure.self) { try parameters.check(for: .favoritesList, receiver: .hub) }
  }

  @Test("is described with the bounds of its parameters, beyond which the bus refuses values")
  func bounds() throws {
    let text = OpenAPIDocument.text
    #expect(text.contains("schema: {type: string, minLength: 1, maxLength: 1000, pattern: "))
    #expect(
      text.contains("{type: array, minItems: 1, maxItems: 200, items: {type: string}}"),
      "\(OpenAPIDocument.bounds)"
    )
    let many = Array(repeating: "x:song:1", count: CallParameters.maxKeys + 1)
    let beyond: [String: (JSONValue, Method)] = [
      "text": (.string(String(repeating: "a", count: 1001)), .artistsSearch),
      "country": ("usa", .artistsSearch), "providers": ([], .artistsSearch),
      "keys": (.array(many.map { .string($0) }), .favoritesRemove),
      "rows": (
        .array(Array(repeating: [:], count: CallParameters.maxRows + 1)), .favoritesImport
      ),
      "note": (
        .string(String(repeating: "a", count: CallParameters.maxNoteBytes + 1)), .favoritesNote
      ),
      "batch": (.string(String(repeating: "a", count: 65)), .favoritesImport),
      "change": (.string(String(repeating: "a", count: 65)), .favoritesUndo),
      "path": ("relative", .providersAdd),
      "approvedHosts": (.array(Array(repeating: "a.example", count: 51)), .providersAdd),
    ]
    #expect(Set(beyond.keys) == Set(OpenAPIDocument.bounds.keys))
    let usual: [String: JSONValue] = [
      "text": "a", "keys": ["x:song:1"], "rows": [[:]], "key": "x:song:1", "path": "/a",
    ]
    for (name, (value, method)) in beyond {
      let names = Methods[method]?.client.names ?? []
      #expect(names.contains(name))
      var members = usual.filter { names.contains($0.key) }
      members[name] = value
      let failure = #expect(throws: Failure.self, "\(name)") {
        let parameters: CallParameters =
          try JSONCodec.decode(from: JSONCodec.encode(JSONValue.object(members)))
        try parameters.check(for: method, receiver: .hub)
      }
      #expect(failure?.message.contains("\"\(name)\"") == true)
    }
  }

  @Test("that only reads supports GET and HEAD")
  func reading() throws {
    for method in ["GET", "HEAD"] {
      try HTTPRequest(method, HTTPTarget(path: [])).requireReading()
    }
    let problem = #expect(throws: Problem.self) {
      try HTTPRequest("POST", HTTPTarget(path: [])).requireReading()
    }
    #expect(problem?.status == 405)
    #expect(problem?.allow == "GET, HEAD")
  }

  @Test("reads the parameters of a body")
  func body() throws {
    let removal = try call("favorites.remove", body: #"{"keys":["a:b:c"]}"#)
    #expect(removal.parameters.keys == ["a:b:c"])
    let undo = try call("favorites.undo", body: "")
    #expect(undo.timeoutMs == Header.timeoutMsDefault)
  }

  @Test(
    "rejects parameters that it does not use, and invalid ones",
    arguments: [
      "name=x", "text=a&limit=b", "text=a&text=b", "text=a&exact=1", "text=a&timeoutMs=0",
      "text=a&from=yesterday",
    ]
  )
  func invalid(_ query: String) {
    let call = try? call("artists.search", query: query)
    #expect(call == nil)
  }

  @Test(
    "rejects bodies that are not objects",
    arguments: ["[]", "1", "{", "\u{1}", "{\"keys\":1}"]
  )
  func invalidBody(_ body: String) {
    let call = try? call("favorites.remove", body: body)
    #expect(call == nil)
  }

  @Test("is read by GET exactly if the method changes nothing")
  func methods() {
    for resource in MethodResource.all {
      let method = resource.isRead ? "POST" : "GET"
      let call = try? resource.call(HTTPRequest(method, HTTPTarget(path: [])))
      #expect(call == nil)
    }
  }

  @Test("exists for every method but the watch")
  func all() {
    #expect(
      MethodResource.all.map(\.spec.method) == Methods.all.map(\.method).filter { $0 != .hubWatch }
    )
    #expect(MethodResource("hub.watch") == nil)
    #expect(MethodResource("artists.find") == nil)
  }

  @Test("finds the type of each parameter")
  func shapes() throws {
    let search = try #require(MethodResource("artists.search"))
    #expect(search.form(of: "text") == .text)
    #expect(search.form(of: "limit") == .number(1...200))
    #expect(search.form(of: "exact") == .flag)
    #expect(search.form(of: "detail") == .words(["brief", "full", "provenance"]))
    #expect(search.form(of: "sort") == .words(["date", "newest", "name", "rank"]))
    #expect(try #require(MethodResource("favorites.remove")).form(of: "keys") == .texts)
  }
}

@Suite("A reply over HTTP")
struct ReplyTests {
  @Test("is the hub's, byte by byte, if it has no parts")
  func whole() {
    let done = Array(#"{"parts":0,"items":[1]}"#.utf8)
    #expect(ReplyBody().bytes(done: done) == done)
  }

  @Test("contains the items of its parts")
  func parts() {
    var body = ReplyBody()
    body.add(part: Array(#"{"items":[1,2]}"#.utf8))
    let bytes = body.bytes(done: Array(#"{"items":[3],"parts":1}"#.utf8))
    #expect(String(decoding: bytes, as: UTF8.self) == #"{"items":[1,2,3],"parts":1}"#)
  }

  @Test("has one event per part, on one line")
  func events() {
    let event = ServerSentEvent("part", Array("{\n}".utf8))
    #expect(event.bytes == Array("event: part\ndata: {}\n\n".utf8))
  }

  @Test("that failed is a problem document with the code of the registry")
  func problems() throws {
    var failure = Failure(.busy, "Too many calls.")
    failure.retryAfterMs = 1500
    let response = Problem(failure).response
    #expect(response.status == 503)
    #expect(response["Content-Type"] == "application/problem+json")
    #expect(response["Retry-After"] == "2")
    let document: JSONValue = try JSONCodec.decode(from: response.bytes ?? [])
    #expect(document["code"]?.text == "BUSY")
    #expect(document["detail"]?.text == "Too many calls.")
    #expect(document["type"]?.text == "urn:musicbus:error:BUSY")
  }

  @Test("never has a media type that a browser executes")
  func mediaTypes() {
    #expect(MediaCache.File([], type: "image/png").type == "image/png")
    #expect(MediaCache.File([], type: "image/svg+xml").type == "application/octet-stream")
    #expect(MediaCache.File([], type: "text/html").type == "application/octet-stream")
    #expect(MediaCache.File([], type: "audio/mpeg").type == "audio/mpeg")
  }
}

@Suite("The process of the page")
struct WebProcessTests {
  @Test("finds the listeners of a port")
  func listeners() {
    let table = """
        sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
         0: 0100007F:188F 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 4711 1
         1: 0100007F:188F 0100007F:9999 01 00000000:00000000 00:00000000 00000000  1000        0 4712 1
         2: 0100007F:0050 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 4713 1
      """
    #expect(PortOwner.listeners(in: table, on: 6287) == ["4711"])
    #expect(PortOwner.listeners(in: table, on: 81) == [])
  }

  @Test("delivers the files of the page as they are, and no others")
  func pageFiles() throws {
    let directory = try TestDirectory()
    let texts = [
      "index.html": "<!doctype html>\n", "js/main.js": "// A\nf(\n  `a\n  // b`,\n);\n",
      "css/base.css": "/* A */\na {\n  top: 0;\n}\n",
    ]
    for (name, text) in texts.merging(["notes.txt": "x"], uniquingKeysWith: { one, _ in one }) {
      let file = URL(filePath: "\(directory.path)/\(name)")
      try FileManager.default
        .createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    let files = try PageFiles(in: directory.path)
    for (name, text) in texts { #expect(files[name]?.bytes == Array(text.utf8), "\(name)") }
    #expect(files["notes.txt"] == nil)
  }

  @Test("delivers the font of the page if it is installed, and no other file")
  func fonts() throws {
    let directory = try TestDirectory()
    for name in ["Inter-Regular.otf", "Inter-Thin.otf"] {
      try Data(name.utf8).write(to: URL(filePath: "\(directory.path)/\(name)"))
    }
    let fonts = FontFiles(in: directory.path)
    let regular = try #require(fonts["inter-regular.otf"])
    #expect(regular.bytes == Array("Inter-Regular.otf".utf8) && regular.type == "font/otf")
    for name in ["inter-semibold.otf", "Inter-Thin.otf", "../inter/Inter-Thin.otf", ""] {
      #expect(fonts[name] == nil, "\(name)")
    }
  }

  @Test("compares tokens whole")
  func tokens() {
    let token = AccessToken(text: "abc")
    #expect(token.matches("abc"))
    #expect(!token.matches("abd"))
    #expect(!token.matches("ab"))
    #expect(!token.matches(""))
  }

  @Test("refuses unknown options")
  func options() throws {
    for arguments in [["--unknown"], ["--port", "x"], ["--port"]] {
      #expect(throws: UsageError.self) { try WebCommand.program.parse(arguments) }
    }
    guard case .run(_, let invocation) = try WebCommand.program.parse(["--port", "0", "--demo"])
    else {
      Issue.record("The command line was not read.")
      return
    }
    let options = WebCommand.options(invocation)
    #expect(options.port == 0 && options.isDemo && !options.isBackground)
  }
}
