import BusProtocol
import Glibc
import HostKit
import MusicModel
import ProviderKit

/// The file with the sign-in of a user, which neither the program of the provider nor other users can read.
struct SignInFile: SignInStore {
  let path: String
  let provider: ProviderID

  private static let maxBytes = 64 * 1024

  var command: String { provider.signInCommand }

  func read() throws(Failure) -> SignIn? {
    do {
      let bytes = try FileDescriptor(path, 0).readAll(atMost: SignInFile.maxBytes)
      return try JSONCodec.decode(SignIn.self, from: bytes)
    } catch let error as SystemError where error.code == ENOENT {
      return nil
    } catch {
      throw Failure(
        .configurationInvalid,
        "\(path): \(JSONCodec.describe(error)). Sign in again: \(command)"
      )
    }
  }

  func save(_ signIn: SignIn, replacing old: SignIn) throws(Failure) -> Bool {
    guard try read() == old else { return false }
    try save(signIn)
    return true
  }

  /// - Throws: `INTERNAL` if it cannot be saved.
  func save(_ signIn: SignIn) throws(Failure) {
    do {
      try HubPaths.makeDirectory(parentDirectory(of: path))
      try replaceFile(path, with: JSONCodec.encode(signIn))
    } catch {
      throw Failure(.internalError, "The sign-in was not saved: \(JSONCodec.describe(error))")
    }
  }

  func lock() -> (any Sendable)? {
    do {
      try HubPaths.makeDirectory(parentDirectory(of: path))
      guard let lock = try FileLock(at: HubPaths.lock(ofSignIn: path)) else { return nil }
      return lock
    } catch {
      // A sign-in that cannot be saved either is used all the same, and there is nothing to release.
      return path
    }
  }
}

/// What stands for the sign-in of the user whose calls a cassette has: its responses need none.
struct ReplayedSignIn: SignInStore {
  private let signIn: SignIn
  let command: String

  init(at request: HTTPRequest, of provider: ProviderID) {
    signIn = SignIn(
      url: request.address.description,
      accessToken: "replayed",
      seconds: 86_400,
      // That of a recorded renewal.
      refreshToken: Secrets.placeholder("refresh-token"),
      at: SignIn.now
    )
    command = provider.signInCommand
  }

  func read() -> SignIn? { signIn }
  func save(_ signIn: SignIn, replacing old: SignIn) -> Bool { true }
  func lock() -> (any Sendable)? { command }
}

extension ProviderID {
  /// How the user signs in at the service of a provider.
  fileprivate var signInCommand: String { "musicbus provider sign-in \(self)" }
}
