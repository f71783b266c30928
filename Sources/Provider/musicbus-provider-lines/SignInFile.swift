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

  func save(_ signIn: SignIn) throws(Failure) {
    do {
      try HubPaths.makeDirectory(parentDirectory(of: path))
      try replaceFile(path, with: JSONCodec.encode(signIn))
    } catch {
      throw Failure(.internalError, "The sign-in was not saved: \(JSONCodec.describe(error))")
    }
  }
}
