import Foundation
import HostKit
import Testing

@Suite("The limit of open files", .serialized)
struct OpenFileLimitTests {
  @Test("reports whether there are free descriptors beyond a reserve")
  func room() {
    #expect(DescriptorLimit.raise() == DescriptorLimit.current)
    #expect(DescriptorLimit.hasRoom(besides: 16))
    #expect(!DescriptorLimit.hasRoom(besides: DescriptorLimit.current))
  }
}
