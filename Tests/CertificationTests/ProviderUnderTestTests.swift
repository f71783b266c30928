import Certification
import HostKit
import TestKit
import Testing

@Suite("The provider that is certified")
struct ProviderUnderTestTests {
  @Test("is named by its path from the manifest, as a person would write it")
  func path() throws {
    let folder = PackageRoot.path("Plugins/Examples/PythonCore")
    let subject = try ProviderUnderTest(manifestAt: folder, environment: .ofTests)
    #expect(subject.executable == "\(folder)/shelf.py")
  }
}
