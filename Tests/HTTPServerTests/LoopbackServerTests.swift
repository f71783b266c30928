import Foundation
import HTTPServer
import TestKit
import Testing

@Suite("A server on loopback", .timeLimit(.minutes(10)))
struct LoopbackServerTests {
  private let site = TestSite()

  private func withServer(_ test: (UInt16) throws -> Void) throws {
    let sockets = try ListeningSocket.loopback(port: 0)
    var limits = HTTPLimits()
    limits.maxBodyBytes = 1000
    let server = try LoopbackServer(site, on: sockets, limits: limits)
    try test(sockets[0].port)
    server.stop()
  }

  @Test("responds immediately, and later from another thread")
  func responses() throws {
    try withServer { port in
      let text1 = try TestClient(port).get("/now")
      #expect(text1.hasSuffix("\r\n\r\nnow"))
      let client = try TestClient(port)
      try client.send("GET /later HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
      site.waitForExchange()?.respond(HTTPResponse(200, type: "text/plain", Array("later".utf8)))
      let text2 = try client.readAll()
      #expect(text2.hasSuffix("\r\n\r\nlater"))
    }
  }

  @Test("takes the host of a target that is a whole URL instead of the header")
  func wholeURL() throws {
    try withServer { port in
      let text = try TestClient(port).get("http://localhost:1/host")
      #expect(text.hasSuffix("\r\n\r\nlocalhost:1"))
    }
  }

  @Test("announces the length of a file that is not modified, without sending it")
  func notModified() throws {
    try withServer { port in
      let client = try TestClient(port)
      let head = "GET /file HTTP/1.1\r\nHost: x\r\nIf-None-Match: \"e\"\r\n\r\n"
      try client.send("\(head)GET /now HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
      let text = try client.readAll()
      #expect(text.hasPrefix("HTTP/1.1 304 "))
      #expect(!text.lowercased().contains("content-length: 0\r\n"))
      let parts = text.components(separatedBy: "\r\n\r\n")
      #expect(parts.count == 3 && parts[1].hasPrefix("HTTP/1.1 200 "), "\(text)")
      #expect(parts.last == "now")
    }
  }

  @Test("streams a body as it grows")
  func stream() throws {
    try withServer { port in
      let client = try TestClient(port)
      try client.send("GET /stream HTTP/1.1\r\nHost: x\r\n\r\n")
      let stream = site.waitForStream()
      stream?.send("one".utf8)
      let text3 = try client.read(until: "one\r\n")
      #expect(text3.contains("200 OK"))
      stream?.send("two".utf8)
      let text4 = try client.read(until: "two\r\n")
      #expect(text4.contains("two"))
      stream?.finish()
      let text5 = try client.read(until: "0\r\n\r\n")
      #expect(text5.contains("0\r\n\r\n"))
    }
  }

  @Test("asks for more of a body of an announced length when it has taken all so far")
  func parts() throws {
    try withServer { port in
      let client = try TestClient(port)
      try client.send("GET /six HTTP/1.1\r\nHost: x\r\n\r\n")
      let stream = site.waitForStream()
      stream?.send("one".utf8)
      #expect(site.waitForDrain())
      stream?.send("two".utf8)
      let text = try client.read(until: "onetwo")
      #expect(text.contains("Content-Length: 6\r\n") && text.hasSuffix("\r\n\r\nonetwo"))
    }
  }

  @Test("breaks off the connection of a body that ends before its announced length")
  func brokenOff() throws {
    try withServer { port in
      let client = try TestClient(port)
      try client.send("GET /six HTTP/1.1\r\nHost: x\r\n\r\n")
      let stream = site.waitForStream()
      stream?.send("one".utf8)
      stream?.finish()
      let text = try client.readAll()
      #expect(text.hasSuffix("\r\n\r\none"))
    }
  }

  @Test("reads a body and rejects one that is too large")
  func bodies() throws {
    try withServer { port in
      func post(_ head: String, _ body: String) throws -> String {
        let client = try TestClient(port)
        try client.send(
          "POST /echo HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\(head)\r\n\r\n\(body)"
        )
        return try client.readAll()
      }
      let text6 = try post("Content-Length: 3", "abc")
      #expect(text6.hasSuffix("\r\n\r\nabc"))
      let text7 = try post("Content-Length: 4001", "")
      #expect(text7.contains(" 413 "))
      let most = String(repeating: "x", count: 1000)
      #expect(try post("Content-Length: 1000", most).hasSuffix("\r\n\r\n\(most)"))
      let text9 = try post("Content-Length: 1001", String(repeating: "x", count: 1001))
      #expect(text9.contains(" 413 "))
      let chunk = String(repeating: "x", count: 0x7D0)
      let chunks = "7d0\r\n\(chunk)\r\n0\r\n\r\n"
      let text8 = try post("Transfer-Encoding: chunked", chunks)
      #expect(text8.contains(" 413 "))
    }
  }

  @Test("rejects a request before its body arrives")
  func check() throws {
    try withServer { port in
      let client = try TestClient(port)
      try client.send("POST /rejected HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n")
      let text9 = try client.read(until: "no")
      #expect(text9.contains(" 403 "))
    }
  }

  @Test(
    "survives truncated and invalid requests",
    arguments: [
      "", "G", "GET /now HTTP/1.1\r\nHost", "POST /echo HTTP/1.1\r\nContent-Length: 9\r\n\r\nab",
      "GET /%zz HTTP/1.1\r\n\r\n", "\0\0\0\r\n\r\n",
    ]
  )
  func truncated(_ text: String) throws {
    try withServer { port in
      do {
        let client = try TestClient(port)
        try client.send(text)
      }
      let text10 = try TestClient(port).get("/now")
      #expect(text10.hasSuffix("now"))
    }
  }

  @Test(
    "gives its own response to a request that libmicrohttpd cannot parse",
    arguments: [
      (400, "GET /\r\n\r\n"), (400, "GET /a b HTTP/1.1\r\nHost: x\r\n\r\n"),
      (400, "GET / HTTP/1.1\r\nHost\r\n\r\n"),
      (400, "POST /echo HTTP/1.1\r\nContent-Length: x\r\n\r\n"),
      (400, "POST /echo HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"),
      (413, "POST /echo HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n"),
      (414, "GET /\(String(repeating: "a", count: 70_000)) HTTP/1.1\r\n\r\n"),
      (431, "GET / HTTP/1.1\r\nCookie: a=\(String(repeating: "b", count: 40_000))\r\n\r\n"),
      (431, "GET / HTTP/1.1\r\n\(String(repeating: "a: b\r\n", count: 2000))\r\n"),
      (431, "GET /?\(String(repeating: "a&", count: 4000)) HTTP/1.1\r\n\r\n"),
      (505, "GET / HTTP/9.9\r\nHost: x\r\n\r\n"),
    ]
  )
  func unparseable(_ status: Int, _ text: String) throws {
    try withServer { port in
      let client = try TestClient(port)
      try client.send(text)
      let response = try client.readAll()
      #expect(response.hasPrefix("HTTP/1.1 \(status) "))
      #expect(response.hasSuffix("\r\n\r\ninvalid"))
    }
  }

  @Test("notices that a client has gone, although its connection is suspended")
  func abandoned() throws {
    let sockets = try ListeningSocket.loopback(port: 0)
    let server = try LoopbackServer(site, on: sockets)
    do {
      let client = try TestClient(sockets[0].port)
      try client.send("GET /later HTTP/1.1\r\nHost: x\r\n\r\n")
      site.waitForExchange()?.onClose { [site] in site.closed() }
      #expect(server.load.exchanges == 1)
    }
    repeat { server.endAbandonedExchanges() } while server.load.exchanges > 0
    #expect(site.closedCount == 1)
    server.stop()
  }

  @Test("serves 200 open streams, and stops while they are open")
  func manyStreams() throws {
    try withServer { port in
      var clients: [TestClient] = []
      for _ in 0..<200 {
        let client = try TestClient(port)
        try client.send("GET /stream HTTP/1.1\r\nHost: x\r\n\r\n")
        clients.append(client)
      }
      let streams = (0..<200).compactMap { _ in site.waitForStream() }
      for stream in streams { stream.send("all".utf8) }
      for client in clients {
        let text = try client.read(until: "all")
        #expect(text.contains("all"))
      }
    }
  }

  @Test("closes the oldest of too many connections, but none whose client is trusted")
  func untrusted() throws {
    let sockets = try ListeningSocket.loopback(port: 0)
    var limits = HTTPLimits()
    limits.maxUntrusted = 8
    let server = try LoopbackServer(site, on: sockets, limits: limits)
    let trusted = try TestClient(sockets[0].port)
    try trusted.send("GET /stream HTTP/1.1\r\nHost: x\r\nTrusted: 1\r\n\r\n")
    let stream = try #require(site.waitForStream())
    let silent = try (0..<40).map { _ in try TestClient(sockets[0].port) }
    for client in silent.prefix(32) { #expect(try client.readAll().isEmpty) }
    #expect(try TestClient(sockets[0].port).get("/now").hasSuffix("now"))
    #expect(silent.last?.isClosed == false)
    stream.send("still here".utf8)
    #expect(try trusted.read(until: "still here").contains("still here"))
    server.stop()
  }

  @Test("closes a connection whose request does not arrive in time, although it sends bytes")
  func overdue() throws {
    let sockets = try ListeningSocket.loopback(port: 0)
    var limits = HTTPLimits()
    limits.requestMs = 300
    let server = try LoopbackServer(site, on: sockets, limits: limits)
    let trusted = try TestClient(sockets[0].port)
    try trusted.send("GET /stream HTTP/1.1\r\nHost: x\r\nTrusted: 1\r\n\r\n")
    let stream = try #require(site.waitForStream())
    let heads = [
      "GET /now HTTP/1.1\r\nX: ", "POST /echo HTTP/1.1\r\nContent-Length: 900\r\n\r\n", "G",
    ]
    for head in heads {
      let slow = try TestClient(sockets[0].port)
      try slow.send(head)
      try awaitCondition("the end of \(head)") {
        _ = try? slow.send("a")
        server.closeOverdueConnections()
        return slow.isClosed
      }
    }
    stream.send("still here".utf8)
    #expect(try trusted.read(until: "still here").contains("still here"))
    #expect(try TestClient(sockets[0].port).get("/now").hasSuffix("now"))
    server.stop()
  }

  @Test("says if its port is in use")
  func portInUse() throws {
    try withServer { port in
      do throws(HTTPServerError) {
        _ = try ListeningSocket.loopback(port: port)
        Issue.record("The port was taken twice.")
      } catch {
        #expect(error.isPortInUse)
      }
    }
  }
}
