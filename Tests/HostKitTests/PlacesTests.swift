import Foundation
import HostKit
import TestKit
import Testing

@Suite("Places")
struct PlacesTests {
  @Test("are all below MUSICBUS_HOME where that is set")
  func home() throws {
    let places = try HubPaths(
      environment: ["MUSICBUS_HOME": "/srv/bus/", "XDG_CACHE_HOME": "/c", "HOME": "/home/ann"]
    )
    #expect(places.lock == "/srv/bus/run/hub.lock")
    #expect(places.log == "/srv/bus/cache/hub.log")
    #expect(places.configurationFile == "/srv/bus/config/config.json")
    #expect(places.data == "/srv/bus/data")
    #expect(places.favorites == "/srv/bus/favorites")
    #expect(places.providers == "/srv/bus/providers")
    #expect(try places.clientsEndpoint() == "ipc:///srv/bus/run/clients.sock")
    #expect(try places.providersEndpoint() == "ipc:///srv/bus/run/providers.sock")
  }

  @Test(
    "take a relative MUSICBUS_HOME from the working folder",
    arguments: ["bus", "./bus", "bus/"]
  )
  func relativeHome(path: String) throws {
    let places = try HubPaths(environment: ["MUSICBUS_HOME": path], workingDirectory: "/anywhere")
    #expect(places.runtime == "/anywhere/bus/run")
  }

  @Test("follow the XDG variables")
  func xdg() throws {
    let places = try HubPaths(
      environment: [
        "HOME": "/home/ann", "XDG_RUNTIME_DIR": "/run/user/7", "XDG_CACHE_HOME": "/c",
        "XDG_CONFIG_HOME": "/k", "XDG_DATA_HOME": "/d", "XDG_DOCUMENTS_DIR": "/docs",
      ]
    )
    #expect(places.runtime == "/run/user/7/musicbus")
    #expect(places.cache == "/c/musicbus")
    #expect(places.configuration == "/k/musicbus")
    #expect(places.data == "/d/musicbus")
    #expect(places.favorites == "/docs/MusicBus")
  }

  @Test("fall back to the home folder, and for sockets to the temporary folder of each user")
  func fallback() throws {
    let environment = ["HOME": "/home/ann", "XDG_CACHE_HOME": "relative", "MUSICBUS_HOME": ""]
    let places = try HubPaths(environment: environment, uid: 7)
    #expect(places.runtime == "/tmp/musicbus-7")
    #expect(places.cache == "/home/ann/.cache/musicbus")
    #expect(places.configuration == "/home/ann/.config/musicbus")
    #expect(places.data == "/home/ann/.local/share/musicbus")
    #expect(places.favorites == "/home/ann/Documents/MusicBus")
    let elsewhere = try HubPaths(environment: ["HOME": "/h", "TMPDIR": "/var/tmp/"], uid: 7)
    #expect(elsewhere.runtime == "/var/tmp/musicbus-7")
  }

  @Test("are refused without any folder to work in")
  func noHome() {
    #expect(throws: PathError.noHome) { try HubPaths(environment: [:]) }
  }

  @Test("allow a socket path of 107 bytes and refuse one of 108", arguments: [107, 108])
  func socketPath(length: Int) throws {
    let ending = "/run/clients.sock"
    let home = "/" + String(repeating: "h", count: length - ending.utf8.count - 1)
    let places = try HubPaths(environment: ["MUSICBUS_HOME": home])
    if length == 107 {
      #expect(try places.clientsEndpoint() == "ipc://\(home)\(ending)")
    } else {
      let error = #expect(throws: PathError.self) { try places.clientsEndpoint() }
      #expect(error?.message.contains("has 108 bytes; the system allows 107") == true)
      #expect(error?.hint.contains("MUSICBUS_HOME") == true)
    }
  }
}

@Suite("Preparing the places")
struct PreparingPlacesTests {
  let directory: TestDirectory
  let places: HubPaths

  init() throws {
    directory = try TestDirectory()
    places = try HubPaths(environment: ["MUSICBUS_HOME": directory.path + "/deep/home"])
  }

  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test("makes every folder for the owner alone, and can be done again")
  func make() throws {
    try places.prepare()
    try places.prepare()
    for path in [places.runtime, places.cache, places.configuration, places.data] {
      #expect(try mode(path) == 0o700)
    }
  }

  @Test("refuses a runtime folder that others may enter")
  func open() throws {
    try places.prepare()
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: places.runtime)
    let error = #expect(throws: PathError.self) { try places.prepare() }
    #expect(error?.message.contains("accessible to other users (mode 755)") == true)
    #expect(error?.hint == "Fix it: chmod 700 \(places.runtime)")
  }

  @Test("refuses a link in the place of the runtime folder")
  func link() throws {
    try HubPaths.makeDirectory(parent(places.runtime))
    try FileManager.default.createSymbolicLink(
      atPath: places.runtime,
      withDestinationPath: directory.path
    )
    #expect(throws: PathError.notADirectory(places.runtime)) { try places.prepareRuntime() }
  }

  @Test("refuses a file in the way")
  func file() throws {
    try HubPaths.makeDirectory(parent(places.cache))
    _ = try directory.write("", to: "deep/home/cache")
    #expect(throws: PathError.notADirectory(places.cache)) { try places.prepare() }
  }

  @Test("refuses a runtime folder of somebody else", .enabled(if: getuid() == 0))
  func foreign() throws {
    try places.prepare()
    try FileManager.default.setAttributes([.ownerAccountID: 12345], ofItemAtPath: places.runtime)
    #expect(throws: PathError.foreignOwner(places.runtime, owner: 12345, uid: 0)) {
      try places.prepareRuntime()
    }
  }

  private func parent(_ path: String) -> String { parentDirectory(of: path) }
}
