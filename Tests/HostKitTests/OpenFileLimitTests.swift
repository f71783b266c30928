import Foundation
import HostKit
import Testing

@Suite("The limit of open files", .serialized)
struct OpenFileLimitTests {
  @Test("tells whether there is room besides a reserve")
  func room() {
    #expect(OpenFileLimit.raise() == OpenFileLimit.current)
    #expect(OpenFileLimit.hasRoom(besides: 16))
    #expect(!OpenFileLimit.hasRoom(besides: OpenFileLimit.current))
  }
}
