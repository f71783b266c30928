import Foundation
import HostKit
import TestKit
import Testing

@Suite("The path of the favourites file")
struct FavoritesPathTests {
  private func location(
    _ environment: Environment,
    named: String? = nil,
    configured: String? = nil
  ) throws -> FavoritesLocation {
    try FavoritesLocation(
      named: named,
      configured: configured,
      environment,
      workingDirectory: "/anywhere"
    )
  }

  @Test("is the named one, else the configured one, else in the documents directory")
  func order() throws {
    let home = ["HOME": "/home/ann", "XDG_DOCUMENTS_DIR": "/docs"]
    #expect(try location(home).path == "/docs/MusicBus/Favorites.jsonl")
    #expect(try location(home).isDefault)
    #expect(try location(home, configured: "~/a.jsonl").path == "/home/ann/a.jsonl")
    let relative = try location(home, configured: "a.jsonl")
    #expect(relative.path == "/home/ann/.config/musicbus/a.jsonl" && !relative.isDefault)
    #expect(try location(home, named: "b.jsonl", configured: "a.jsonl").path == "/anywhere/b.jsonl")
    let bus = ["HOME": "/home/ann", "XDG_DOCUMENTS_DIR": "/docs", "MUSICBUS_HOME": "/srv/bus"]
    #expect(try location(bus).path == "/srv/bus/favorites/Favorites.jsonl")
  }

  @Test("is in the documents directory of the desktop, whatever its name")
  func userDirectories() throws {
    let directory = try TestDirectory()
    let config = "\(directory.path)/.config"
    try FileManager.default.createDirectory(atPath: config, withIntermediateDirectories: true)
    let environment = ["HOME": directory.path]
    #expect(
      try location(environment).path == "\(directory.path)/Documents/MusicBus/Favorites.jsonl"
    )
    let text = """
      # This file is written by xdg-user-dirs-update
      XDG_MUSIC_DIR="$HOME/Musik"
      XDG_DOCUMENTS_DIR="$HOME/Meine \\"Dokumente\\"/"
      """
    try Data(text.utf8).write(to: URL(filePath: "\(config)/user-dirs.dirs"))
    let path = "\(directory.path)/Meine \"Dokumente\"/MusicBus/Favorites.jsonl"
    #expect(try location(environment).path == path)
    try Data("XDG_DOCUMENTS_DIR=relative".utf8).write(to: URL(filePath: "\(config)/user-dirs.dirs"))
    #expect(
      try location(environment).path == "\(directory.path)/Documents/MusicBus/Favorites.jsonl"
    )
  }
}
