package import HostKit
internal import MusicModel

/// ProviderInstalling: fetches providers from archives, git repositories and indexes, and keeps their versions on this
/// machine. Neither the terminal nor the hub is known here.

/// What a command that installs providers works with.
package struct InstallContext {
  package let paths: HubPaths
  /// That of the command, which the programs that it runs get.
  package let environment: Environment
  /// Tells the user something at once: a line.
  let note: (String) -> Void

  package init(_ paths: HubPaths, _ environment: Environment, note: @escaping (String) -> Void) {
    (self.paths, self.environment, self.note) = (paths, environment, note)
  }
}

/// Why a provider is not installed, or an index not used.
package struct InstallFailure: UserFacingError, Hashable {
  package let message: String
  package let hint: String

  package init(_ message: String, _ hint: String) {
    (self.message, self.hint) = (message, hint)
  }
}

/// What is accepted from others.
enum InstallLimits {
  /// An archive as it is downloaded.
  static let archiveBytes = 64 << 20
  /// All files of a provider.
  static let unpackedBytes = 256 << 20
  static let files = 10_000
  static let indexBytes = 8 << 20
  static let signatureBytes = 64 << 10
  /// A step, such as a download, in minutes.
  static let minutes = 2
}

extension InstallContext {
  /// Copies a file of limited size from a path, or downloads it by https.
  ///
  /// - Throws: ``InstallFailure``, and ``SystemError`` for a path that cannot be read.
  func fetch(_ place: String, to path: String, maxBytes: Int) throws {
    guard try fetchIfPresent(place, to: path, maxBytes: maxBytes) else {
      throw InstallFailure("\(place) does not exist.", "Check the address.")
    }
  }

  /// The same for a file that a server may not have.
  ///
  /// - Returns: whether the server has it.
  func fetchIfPresent(_ place: String, to path: String, maxBytes: Int) throws -> Bool {
    guard place.hasPrefix("https://") else {
      let bytes = try FileDescriptor(place, 0).readAll(atMost: maxBytes)
      try replaceFile(path, with: bytes, isDurable: false)
      return true
    }
    // The user's configuration could add headers with credentials; the first option ignores it.
    let options = [
      "-q", "--silent", "--show-error", "--location", "--max-redirs", "5", "--proto", "=https",
      "--proto-redir", "=https", "--connect-timeout", "15", "--globoff",
      "--max-filesize", "\(maxBytes)", "--write-out", "%{http_code}",
    ]
    let status = try ExternalTool.curl.run(
      options + ["--output", path, "--", place],
      environment,
      maxFileBytes: maxBytes,
      to: "download \(place)"
    ).get()
    if status == "200" { return true }
    guard status == "404" || status == "410" else {
      throw InstallFailure(
        "Could not download \(place).",
        "The server replied with status \(status)."
      )
    }
    return false
  }
}
