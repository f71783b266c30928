import BusProtocol
import HubCore
import MusicModel
import Testing

@Suite("The handlers of methods")
struct MethodHandlersTests {
  @Test(
    "include one for each method of the hub",
    arguments: Methods.all.filter { $0.provider == nil }
  )
  func handlers(_ spec: MethodSpec) throws {
    let hub = HubDriver { $0.hasProviderCache = true }
    let client = hub.connectClient()
    let call = client.call(spec.method)
    let replies = client.takeMessages(of: call)
    let errors = replies.filter { $0.header.type == .error }.compactMap { $0.read(Failure.self) }
    #expect(errors.allSatisfy { $0.code != .methodUnknown }, "\(spec.method) has no handler")
  }
}
