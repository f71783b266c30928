internal import Glibc

/// The directories and files of one hub and its clients.
///
/// All are below `$MUSICBUS_HOME` if it is set, so that several hubs can run; else in the
/// directories of the XDG base directory specification.
package struct HubPaths: Hashable, Sendable {
  /// Lock and sockets, for the owner only.
  package private(set) var runtime: String
  /// Data that can be fetched again, and the log.
  package let cache: String
  package let configuration: String
  /// Data that cannot be fetched again, besides the favourites.
  package let data: String
  /// Providers that the user has added.
  package let providers: String
  /// The favourites document.
  package let favorites: String

  /// The other directories in which a hub of the same user may have its sockets: another session of the
  /// user may have other variables.
  private let otherRuntimes: [String]

  /// Works out the directories; it changes none of them.
  ///
  /// A relative `MUSICBUS_HOME` lies in `workingDirectory`. `sessions` has a directory for each user who is
  /// logged in. A cron job and `sudo -u` have no `XDG_RUNTIME_DIR` that names it.
  ///
  /// - Throws: ``PathError/noHome`` or ``PathError/notAbsolute(variable:_:)``.
  package init(
    environment: Environment,
    uid: UInt32 = getuid(),
    workingDirectory: String? = nil,
    sessions: String = "/run/user"
  ) throws(PathError) {
    if let home = environment["MUSICBUS_HOME"], !home.isEmpty {
      let root = try HubPaths.absolute(home, in: workingDirectory)
      runtime = root + "/run"
      otherRuntimes = []
      cache = root + "/cache"
      configuration = root + "/config"
      data = root + "/data"
      providers = root + "/providers"
      favorites = root + "/favorites"
      return
    }
    let directories = XDGDirectories(environment: environment)
    let runtimes = HubPaths.runtimes(directories, uid, sessions: sessions)
    runtime = runtimes[0]
    otherRuntimes = Array(runtimes.dropFirst())
    cache = try directories.directory("XDG_CACHE_HOME", inHome: ".cache") + "/musicbus"
    configuration = try directories.directory("XDG_CONFIG_HOME", inHome: ".config") + "/musicbus"
    data = try directories.directory("XDG_DATA_HOME", inHome: ".local/share") + "/musicbus"
    providers = data + "/providers"
    favorites = try directories.directory("XDG_DOCUMENTS_DIR", inHome: "Documents") + "/MusicBus"
  }

  /// The directories in which the sockets may be. A hub that is started has them in the first one.
  ///
  /// A user who chooses another `XDG_RUNTIME_DIR` than that of the session wants a hub of its own.
  private static func runtimes(
    _ directories: XDGDirectories,
    _ uid: UInt32,
    sessions: String
  ) -> [String] {
    let session = "\(sessions)/\(uid)"
    let chosen = directories.absolute("XDG_RUNTIME_DIR")
    if let chosen, chosen != session { return [chosen + "/musicbus"] }
    let isLoggedIn = chosen != nil || OwnershipCheck.isPrivateDirectory(session, of: uid)
    return (isLoggedIn ? [session + "/musicbus"] : [])
      + ["\(directories.absolute("TMPDIR") ?? "/tmp")/musicbus-\(uid)"]
  }

  /// The paths of the hub that runs for this user, or of the one that would be started.
  ///
  /// Not for a process that holds the lock of a hub: looking at the lock would release it.
  package static func ofRunningHub(
    _ environment: Environment = .current
  ) throws(PathError) -> HubPaths {
    let paths = try current(environment)
    return paths.ofRunningHub()
  }

  /// The same paths with the sockets of the hub that runs, if one does.
  package func ofRunningHub(uid: UInt32 = getuid()) -> HubPaths {
    let running = ([runtime] + otherRuntimes).first { directory in
      OwnershipCheck.isPrivateDirectory(directory, of: uid)
        && ((try? HubLock.holder(at: "\(directory)/hub.lock")) ?? nil) != nil
    }
    var paths = self
    paths.runtime = running ?? runtime
    return paths
  }

  /// The paths of this process.
  package static func current(_ environment: Environment = .current) throws(PathError) -> HubPaths {
    let directory = getcwd(nil, 0)
    defer { free(directory) }
    return try HubPaths(
      environment: environment,
      workingDirectory: directory.map { String(cString: $0) }
    )
  }

  /// Held by the hub for its whole life.
  package var lock: String { runtime + "/hub.lock" }
  /// Notes of the processes that the hub has started.
  package var spawned: String { runtime + "/spawned" }
  package var log: String { cache + "/hub.log" }
  package var configurationFile: String { configuration + "/config.json" }
  /// The hosts that the user approved for providers.
  package var approvedHosts: String { data + "/approved-hosts.json" }
  /// Where the code of providers comes from, by id.
  package var providerOrigins: String { data + "/provider-origins.json" }
  /// The directory in which a provider may keep files of its own.
  package func state(ofProvider id: String) -> String { data + "/provider-state/" + id }
  /// The sign-in of the user at the service of a provider, which its program cannot read.
  package func signIn(ofProvider id: String) -> String { data + "/sign-ins/" + id + ".json" }
  /// Held while a sign-in is renewed, replaced or removed.
  package static func lock(ofSignIn path: String) -> String { path + ".lock" }
  /// The versions of providers that were copied here, in directories of their own.
  package var installed: String { data + "/installed" }
  /// What is in ``installed``, and where it came from.
  package var installedFile: String { data + "/installed.json" }
  /// Held by a command that changes ``installed``.
  package var installLock: String { data + "/installed.lock" }
  /// The indexes of providers that were read last, with their keys.
  package var indexes: String { data + "/indexes.json" }
  /// The user verdicts.
  package var verdicts: String { data + "/verdicts.jsonl" }
  /// Request budgets, links, pins, and the albums that were seen.
  package var state: String { data + "/state.sqlite" }
  /// The imports, their rows, and what these mean.
  package var imports: String { data + "/imports.sqlite" }
  /// What the sources sent: records and replies.
  package var records: String { cache + "/records.sqlite" }

  /// The endpoint for clients.
  ///
  /// - Throws: ``PathError/pathTooLong(_:)``
  package func clientsEndpoint() throws(PathError) -> String { try endpoint("clients.sock") }

  /// The endpoint for providers.
  ///
  /// - Throws: ``PathError/pathTooLong(_:)``
  package func providersEndpoint() throws(PathError) -> String { try endpoint("providers.sock") }

  /// The sockets in ``runtime``.
  package static let socketNames = ["clients.sock", "providers.sock"]

  /// The kernel's `sun_path` has 108 bytes, one of them for the end.
  package static let maxSocketPathBytes = 107

  private func endpoint(_ name: String) throws(PathError) -> String {
    let path = "\(runtime)/\(name)"
    guard path.utf8.count <= HubPaths.maxSocketPathBytes else { throw .pathTooLong(path) }
    return "ipc://\(path)"
  }

  private static func absolute(
    _ path: String,
    in workingDirectory: String?
  ) throws(PathError) -> String {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    if path.hasPrefix("/") { return path == "/" ? "" : path }
    guard let workingDirectory else { throw .notAbsolute(variable: "MUSICBUS_HOME", path) }
    while path.hasPrefix("./") { path.removeFirst(2) }
    return path == "." ? workingDirectory : "\(workingDirectory)/\(path)"
  }
}

/// The base directory specification's variables. A relative path in one of them is to be ignored.
private struct XDGDirectories {
  let environment: Environment

  func absolute(_ variable: String) -> String? {
    guard var path = environment[variable], path.hasPrefix("/") else { return nil }
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }

  func directory(_ variable: String, inHome name: String) throws(PathError) -> String {
    if let path = absolute(variable) { return path }
    guard let home = absolute("HOME") else { throw .noHome }
    return home == "/" ? "/\(name)" : "\(home)/\(name)"
  }
}
