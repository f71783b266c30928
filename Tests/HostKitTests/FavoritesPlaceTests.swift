import Foundation
import HostKit
import TestKit
import Testing

@Suite("The place of the favourites")
struct FavoritesPlaceTests {
  private func place(
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

  @Test("is what was named first, then what is configured, and then the documents folder")
  func order() throws {
    let home = ["HOME": "/home/ann", "XDG_DOCUMENTS_DIR": "/docs"]
    #expect(try place(home).path == "/docs/MusicBus/Favorites.jsonl")
    #expect(try place(home).isDefault)
    #expect(try place(home, configured: "~/a.jsonl").path == "/home/ann/a.jsonl")
    let relative = try place(home, configured: "a.jsonl")
    #expect(relative.path == "/home/ann/.config/musicbus/a.jsonl" && !relative.isDefault)
    #expect(try place(home, named: "b.jsonl", configured: "a.jsonl").path == "/anywhere/b.jsonl")
    let bus = ["HOME": "/home/ann", "XDG_DOCUMENTS_DIR": "/docs", "MUSICBUS_HOME": "/srv/bus"]
    #expect(try place(bus).path == "/srv/bus/favorites/Favorites.jsonl")
  }

  @Test("is in the documents folder that the desktop has, whatever it is called")
  func userDirectories() throws {
    let directory = try TestDirectory()
    let config = "\(directory.path)/.config"
    try FileManager.default.createDirectory(atPath: config, withIntermediateDirectories: true)
    let environment = ["HOME": directory.path]
    #expect(try place(environment).path == "\(directory.path)/Documents/MusicBus/Favorites.jsonl")
    let text = """
      # This file is written by xdg-user-dirs-update
      XDG_MUSIC_DIR="$HOME/Musik"
      XDG_DOCUMENTS_DIR="$HOME/Meine \\"Dokumente\\"/"
      """
    try Data(text.utf8).write(to: URL(filePath: "\(config)/user-dirs.dirs"))
    let path = "\(directory.path)/Meine \"Dokumente\"/MusicBus/Favorites.jsonl"
    #expect(try place(environment).path == path)
    try Data("XDG_DOCUMENTS_DIR=relative".utf8).write(to: URL(filePath: "\(config)/user-dirs.dirs"))
    #expect(try place(environment).path == "\(directory.path)/Documents/MusicBus/Favorites.jsonl")
  }
}
