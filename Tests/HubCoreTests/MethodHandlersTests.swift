import BusProtocol
import HubCore
import MusicModel
import Testing

@Suite("The handlers of methods")
struct MethodHandlersTests {
  /// A value for each parameter that a method of the hub requires.
  private static var parameters: CallParameters {
    var all = CallParameters()
    all.text = "x"
    all.id = EntityID("a:artist:1")
    all.other = EntityID("a:artist:2")
    all.path = "/x"
    all.providers = ProviderID(rawValue: "a").map { [$0] }
    all.key = "a:artist:1"
    all.keys = ["a:artist:1"]
    all.position = .first
    all.rows = [[:]]
    all.format = .csv
    return all
  }

  @Test(
    "include one for each method of the hub",
    arguments: Methods.all.filter { $0.provider == nil }
  )
  func handlers(_ spec: MethodSpec) throws {
    let hub = HubDriver { $0.hasProviderCache = true }
    let client = hub.connectClient()
    let call = client.call(spec.method) {
      $0 = spec.client.only(MethodHandlersTests.parameters)
    }
    let replies = client.takeMessages(of: call)
    let errors = replies.filter { $0.header.type == .error }.compactMap { $0.read(Failure.self) }
    #expect(errors.allSatisfy { $0.code != .methodUnknown }, "\(spec.method) has no handler")
  }
}
