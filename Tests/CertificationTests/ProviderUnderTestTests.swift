import Certification
import HostKit
import TestKit
import Testing

@Suite("The provider under test")
struct ProviderUnderTestTests {
  @Test("has the executable of its manifest without ./ in the path")
  func path() throws {
    let directory = PackageRoot.path("Plugins/Examples/Python")
    let provider = try ProviderUnderTest(manifestAt: directory, environment: .ofTests)
    #expect(provider.executable == "\(directory)/store.py")
  }
}
