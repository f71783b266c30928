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

  var command: String { "musicbus provider sign-in \(provider)" }

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
