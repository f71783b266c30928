import BusProtocol
import Foundation
import HTTPServer
import MusicModel
import Testing

@testable import musicbus_web

@Suite("The feeds of the page")
struct FeedTests {
  @Test(
    "are an Atom feed and a calendar",
    arguments: [
      ("new.atom", "application/atom+xml", "<title>Bookends</title>"),
      ("new.ics", "text/calendar; charset=utf-8", "SUMMARY:Bookends\r\n"),
    ]
  )
  func types(_ name: String, _ type: String, _ text: String) throws {
    let id = try #require(EntityID("mbid:release-group:1"))
    var album = Album(id: id, title: "Bookends")
    album.releaseDate = PartialDate("2026-12-01")
    let release = ReleaseReport(album: album, foundAgeMs: 5, isSeen: true)
    let response = WebApplication.feed(name, [release], at: Date(timeIntervalSince1970: 0))
    #expect(response.status == 200)
    #expect(response["Content-Type"] == type)
    guard case .bytes(let bytes) = response.body else {
      Issue.record("no bytes")
      return
    }
    #expect(String(decoding: bytes, as: UTF8.self).contains(text))
  }
}
