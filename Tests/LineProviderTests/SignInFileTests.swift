import Foundation
import MusicModel
import ProviderKit
import TestKit
import Testing

@testable import musicbus_provider_lines

@Suite("The file of a sign-in", .timeLimit(.minutes(1)))
struct SignInFileTests {
  private let directory: TestDirectory
  private let file: SignInFile

  init() throws {
    directory = try TestDirectory()
    file = SignInFile(
      path: "\(directory.path)/sign-ins/waves.json",
      provider: try #require(ProviderID(rawValue: "waves"))
    )
  }

  private func signIn(_ name: String) -> SignIn {
    SignIn(
      url: "https://auth.waves.example/token",
      accessToken: "access-\(name)",
      seconds: 60,
      refreshToken: "refresh-\(name)",
      at: 1_000
    )
  }

  @Test("is replaced only if it is the one that was renewed")
  func replacing() throws {
    let (old, new) = (signIn("old"), signIn("new"))
    #expect(try !file.save(new, replacing: old))
    #expect(!FileManager.default.fileExists(atPath: file.path))
    try file.save(signIn("other"))
    #expect(try !file.save(new, replacing: old))
    #expect(try file.read() == signIn("other"))
    try file.save(old)
    #expect(try file.save(new, replacing: old))
    #expect(try file.read() == new)
  }

  @Test("is renewed by one at a time")
  func locked() throws {
    var lock = file.lock()
    #expect(lock != nil)
    #expect(file.lock() == nil)
    lock = nil
    #expect(file.lock() != nil)
  }
}
