import Foundation
import HostKit
import TestKit
import Testing

@Suite("The paths of the hub")
struct HubPathsTests {
  @Test("are all below MUSICBUS_HOME if it is set")
  func home() throws {
    let paths = try HubPaths(
      environment: ["MUSICBUS_HOME": "/srv/bus/", "XDG_CACHE_HOME": "/c", "HOME": "/home/ann"]
    )
    #expect(paths.lock == "/srv/bus/run/hub.lock")
    #expect(paths.log == "/srv/bus/cache/hub.log")
    #expect(paths.configurationFile == "/srv/bus/config/config.json")
    #expect(paths.data == "/srv/bus/data")
    #expect(paths.favorites == "/srv/bus/favorites")
    #expect(paths.providers == "/srv/bus/providers")
    #expect(try paths.clientsEndpoint() == "ipc:///srv/bus/run/clients.sock")
    #expect(try paths.providersEndpoint() == "ipc:///srv/bus/run/providers.sock")
  }

  @Test(
    "resolve a relative MUSICBUS_HOME against the working directory",
    arguments: ["bus", "./bus", "bus/"]
  )
  func relativeHome(path: String) throws {
    let paths = try HubPaths(environment: ["MUSICBUS_HOME": path], workingDirectory: "/anywhere")
    #expect(paths.runtime == "/anywhere/bus/run")
  }

  @Test("follow the XDG variables")
  func xdg() throws {
    let paths = try HubPaths(
      environment: [
        "HOME": "/home/ann", "XDG_RUNTIME_DIR": "/run/user/7", "XDG_CACHE_HOME": "/c",
        "XDG_CONFIG_HOME": "/k", "XDG_DATA_HOME": "/d", "XDG_DOCUMENTS_DIR": "/docs",
      ]
    )
    #expect(paths.runtime == "/run/user/7/musicbus")
    #expect(paths.cache == "/c/musicbus")
    #expect(paths.configuration == "/k/musicbus")
    #expect(paths.data == "/d/musicbus")
    #expect(paths.favorites == "/docs/MusicBus")
  }

  @Test("default to the home directory, and for sockets to a temporary directory per user")
  func fallback() throws {
    let environment = ["HOME": "/home/ann", "XDG_CACHE_HOME": "relative", "MUSICBUS_HOME": ""]
    let paths = try HubPaths(environment: environment, uid: 7)
    #expect(paths.runtime == "/tmp/musicbus-7")
    #expect(paths.cache == "/home/ann/.cache/musicbus")
    #expect(paths.configuration == "/home/ann/.config/musicbus")
    #expect(paths.data == "/home/ann/.local/share/musicbus")
    #expect(paths.favorites == "/home/ann/Documents/MusicBus")
    let elsewhere = try HubPaths(environment: ["HOME": "/h", "TMPDIR": "/var/tmp/"], uid: 7)
    #expect(elsewhere.runtime == "/var/tmp/musicbus-7")
  }

  @Test("are those of the user's session also for a cron job, which has no variable for it")
  func session() throws {
    let sessions = try TestDirectory()
    func paths(_ variables: Environment = [:]) throws -> HubPaths {
      try HubPaths(
        environment: ["HOME": "/home/ann", "TMPDIR": sessions.path].merging(variables) { $1 },
        uid: getuid(),
        sessions: sessions.path
      )
    }
    let session = "\(sessions.path)/\(getuid())"
    let temporary = "\(sessions.path)/musicbus-\(getuid())"
    #expect(try paths().runtime == temporary)
    #expect(mkdir(session, 0o755) == 0)
    #expect(try paths().runtime == temporary, "others can access it")
    #expect(chmod(session, 0o700) == 0)
    #expect(try paths().runtime == session + "/musicbus")
    #expect(try paths(["XDG_RUNTIME_DIR": session]).runtime == session + "/musicbus")
  }

  @Test("are those of the hub that runs, whichever session has started it")
  func running() throws {
    let sessions = try TestDirectory()
    let session = "\(sessions.path)/\(getuid())"
    #expect(mkdir(session, 0o700) == 0)
    func paths(_ variables: Environment = [:]) throws -> HubPaths {
      try HubPaths(
        environment: ["HOME": "/home/ann", "TMPDIR": sessions.path].merging(variables) { $1 },
        uid: getuid(),
        sessions: sessions.path
      ).ofRunningHub()
    }
    let temporary = "\(sessions.path)/musicbus-\(getuid())"
    #expect(try paths().runtime == session + "/musicbus")
    // A hub of the time before the user logged in. Another process holds its lock.
    #expect(mkdir(temporary, 0o700) == 0)
    let code = "import fcntl, sys; f = open(sys.argv[1], 'w'); fcntl.lockf(f, fcntl.LOCK_EX); "
    var launch = Launch(
      Program.python.path,
      ["-c", code + "print(1, flush=True); sys.stdin.read()", "\(temporary)/hub.lock"],
      environment: .ofTests
    )
    launch.input = .lifeline
    launch.output = .pipe
    let hub = try ChildProcess(launch)
    defer { _ = hub.stop(timeout: .seconds(5)) }
    let deadline = Deadline.after(.seconds(30))
    while try HubLock.holder(at: "\(temporary)/hub.lock") == nil, !deadline.isExpired {
      _ = hub.end.wait(.after(.milliseconds(5)))
    }
    #expect(try paths().runtime == temporary)
    #expect(try paths(["XDG_RUNTIME_DIR": session]).runtime == temporary)
    let own = try paths(["XDG_RUNTIME_DIR": sessions.path])
    #expect(own.runtime == sessions.path + "/musicbus", "a user may have several hubs")
    #expect(chmod(temporary, 0o755) == 0)
    #expect(try paths().runtime == session + "/musicbus", "it is not the user's alone")
  }

  @Test("are unavailable without a home directory")
  func noHome() {
    #expect(throws: PathError.noHome) { try HubPaths(environment: [:]) }
  }

  @Test("allow a socket path of 107 bytes and refuse one of 108", arguments: [107, 108])
  func socketPath(length: Int) throws {
    let ending = "/run/clients.sock"
    let home = "/" + String(repeating: "h", count: length - ending.utf8.count - 1)
    let paths = try HubPaths(environment: ["MUSICBUS_HOME": home])
    if length == 107 {
      #expect(try paths.clientsEndpoint() == "ipc://\(home)\(ending)")
    } else {
      let error = #expect(throws: PathError.self) { try paths.clientsEndpoint() }
      #expect(error?.message.contains("has 108 bytes; the system allows 107") == true)
      #expect(error?.hint.contains("MUSICBUS_HOME") == true)
    }
  }
}

@Suite("Preparing the directories")
struct PreparedDirectoriesTests {
  let directory: TestDirectory
  let paths: HubPaths

  init() throws {
    directory = try TestDirectory()
    paths = try HubPaths(environment: ["MUSICBUS_HOME": directory.path + "/deep/home"])
  }

  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test("creates every directory for the owner only, and can be repeated")
  func make() throws {
    try paths.prepare()
    try paths.prepare()
    for path in [paths.runtime, paths.cache, paths.configuration, paths.data] {
      #expect(try mode(path) == 0o700)
    }
  }

  @Test("refuses a runtime directory that others can access")
  func open() throws {
    try paths.prepare()
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: paths.runtime)
    let error = #expect(throws: PathError.self) { try paths.prepare() }
    #expect(error?.message.contains("accessible to other users (mode 755)") == true)
    #expect(error?.hint == "Fix it: chmod 700 \(paths.runtime)")
  }

  @Test(
    "writes a path as a shell reads it where it tells a command",
    arguments: [
      ("/run/ann", "/run/ann"), ("/my music", "\"/my music\""), ("/a;b", "\"/a;b\""),
      ("/it's $5", #"'/it'\''s $5'"#),
    ]
  )
  func quotedPaths(_ path: String, _ word: String) {
    #expect(PathError.accessibleToOthers(path, mode: 0o755).hint == "Fix it: chmod 700 \(word)")
    #expect(
      OwnershipError.accessibleToOthers(path, mode: 0o777).hint == "Fix it: chmod go-w \(word)"
    )
    #expect(UnrunnableProgram.notExecutable(path).hint == "Fix it: chmod +x \(word)")
    #expect(word.isShellWord && (word == path || !path.isShellWord))
  }

  @Test("refuses a link instead of the runtime directory")
  func link() throws {
    try HubPaths.makeDirectory(parent(paths.runtime))
    try FileManager.default.createSymbolicLink(
      atPath: paths.runtime,
      withDestinationPath: directory.path
    )
    #expect(throws: PathError.notADirectory(paths.runtime)) { try paths.prepareRuntime() }
  }

  @Test("refuses a file instead of a directory")
  func file() throws {
    try HubPaths.makeDirectory(parent(paths.cache))
    _ = try directory.write("", to: "deep/home/cache")
    #expect(throws: PathError.notADirectory(paths.cache)) { try paths.prepare() }
  }

  @Test("refuses a runtime directory of another user", .enabled(if: getuid() == 0))
  func foreign() throws {
    try paths.prepare()
    try FileManager.default.setAttributes([.ownerAccountID: 12345], ofItemAtPath: paths.runtime)
    #expect(throws: PathError.foreignOwner(paths.runtime, owner: 12345, uid: 0)) {
      try paths.prepareRuntime()
    }
  }

  private func parent(_ path: String) -> String { parentDirectory(of: path) }
}
