import BusProtocol
import MusicModel
import Testing

@Suite("Parameters of a call")
struct CallParametersTests {
  @Test("are enough when they are those that the method needs", arguments: Method.ofProviders)
  func enough(_ method: Method) {
    for receiver in CallParameters.Receiver.allCases {
      let problem = refusal(of: needed(by: method, receiver), for: method, receiver)
      #expect(problem == nil, "\(method)")
    }
  }

  @Test("are refused when one that the method needs is missing", arguments: Method.ofProviders)
  func missing(_ method: Method) {
    for receiver in CallParameters.Receiver.allCases where needsSomething(method, receiver) {
      let problem = refusal(of: CallParameters(), for: method, receiver)
      #expect(problem?.code == .invalidParams, "\(method)")
      #expect(problem?.message.contains(method.rawValue) == true, "\(method)")
    }
  }

  private func needsSomething(_ method: Method, _ receiver: CallParameters.Receiver) -> Bool {
    let rules = receiver == .hub ? Methods[method]?.client : Methods[method]?.provider
    return rules.map { !$0.required.isEmpty || !$0.anyOf.isEmpty } ?? false
  }

  @Test("may name a file by its URL to a provider, never to the hub")
  func files() {
    var parameters = CallParameters()
    parameters.url = "https://img.example/1.jpg"
    #expect(refusal(of: parameters, for: .artworkGet, .provider) == nil)
    #expect(refusal(of: parameters, for: .artworkGet, .hub)?.code == .invalidParams)
  }

  @Test("are held to their ranges, of any method", arguments: Case.all)
  func ranges(_ tried: Case) {
    var parameters = CallParameters()
    tried.change(&parameters)
    let problem = refusal(of: parameters, for: Method(rawValue: "artists.dream"), .hub)
    #expect((problem == nil) == tried.isAllowed, "\(tried): \(problem?.message ?? "taken")")
    if let problem { #expect(problem.message.contains(tried.member), "\(problem.message)") }
  }

  struct Case: Sendable, CustomStringConvertible {
    var member: String
    var isAllowed: Bool
    var description: String
    var change: @Sendable (inout CallParameters) -> Void

    init(
      _ member: String,
      _ value: String,
      _ isAllowed: Bool,
      _ change: @escaping @Sendable (inout CallParameters) -> Void
    ) {
      self.member = member
      self.isAllowed = isAllowed
      self.description = "\(member) \(value)"
      self.change = change
    }

    static let all: [Case] =
      numbers("limit", \.limit, allowed: [1, 200], refused: [0, -1, 201])
      + numbers("offset", \.offset, allowed: [0, 1_000_000], refused: [-1, 1_000_001])
      + numbers("size", \.size, allowed: [1, 10_000], refused: [0, 10_001])
      + numbers("waitMs", \.waitMs, allowed: [0, 120_000], refused: [-1, 120_001])
      + texts(
        "text",
        \.text,
        allowed: ["U2", "é"],
        refused: ["", " \t\n", .init(repeating: "x", count: 1001)]
      )
      + texts("country", \.country, allowed: ["us"], refused: ["US", "usa", "u", "", "üs"])
      + [
        Case("from", "after to", false) {
          $0.from = PartialDate("1970")
          $0.to = PartialDate("1969")
        },
        Case("from", "in to", true) {
          $0.from = PartialDate("1969-12-31")
          $0.to = PartialDate("1969")
        },
        Case("from", "alone", true) { $0.from = PartialDate("1970") },
        Case("providers", "none", false) { $0.providers = [] },
        Case("grant", "negative", false) { $0.grant = ["a": 1, "b": -1] },
        Case("grant", "zero", true) { $0.grant = ["a": 0] },
        Case("key", "a name", false) { $0.key = "Nina Simone" },
        Case("key", "a ULID with a letter that none has", false) {
          $0.key = "01JCZ8X3M5QW4R7T9V2B6N8KDU"
        },
        Case("key", "a ULID", true) { $0.key = "01JCZ8X3M5QW4R7T9V2B6N8KDA" },
        Case("key", "a ULID in small letters", true) { $0.key = "01jcz8x3m5qw4r7t9v2b6n8kda" },
        Case("target", "nothing", false) { $0.target = "" },
        Case("keys", "none", false) { $0.keys = [] },
        Case("keys", "200", true) { $0.keys = .init(repeating: "a:artist:1", count: 200) },
        Case("keys", "201", false) { $0.keys = .init(repeating: "a:artist:1", count: 201) },
        Case("note", "10,000 bytes", true) { $0.note = .init(repeating: "x", count: 10_000) },
        Case("note", "10,001 bytes", false) { $0.note = .init(repeating: "x", count: 10_001) },
        Case("rows", "1,000", true) { $0.rows = .init(repeating: [:], count: 1000) },
        Case("rows", "1,001", false) { $0.rows = .init(repeating: [:], count: 1001) },
        Case("rows", "texts", false) { $0.rows = ["x"] },
        Case("entityKind", "charts", false) { $0.entityKind = .chart },
        Case("entityKinds", "charts", false) { $0.entityKinds = [.artist, .chart] },
        Case("entityKinds", "one twice", false) { $0.entityKinds = [.song, .song] },
        Case("entityKinds", "none", false) { $0.entityKinds = [] },
        Case("addedFrom", "after addedTo", false) {
          $0.addedFrom = PartialDate("2027")
          $0.addedTo = PartialDate("2026")
        },
      ]

    private static func numbers(
      _ member: String,
      _ path: any WritableKeyPath<CallParameters, Int?> & Sendable,
      allowed: [Int],
      refused: [Int]
    ) -> [Case] {
      allowed.map { value in Case(member, "\(value)", true) { $0[keyPath: path] = value } }
        + refused.map { value in Case(member, "\(value)", false) { $0[keyPath: path] = value } }
    }

    private static func texts(
      _ member: String,
      _ path: any WritableKeyPath<CallParameters, String?> & Sendable,
      allowed: [String],
      refused: [String]
    ) -> [Case] {
      allowed.map { value in Case(member, value, true) { $0[keyPath: path] = value } }
        + refused.map { value in Case(member, value, false) { $0[keyPath: path] = value } }
    }
  }

  private func needed(
    by method: Method,
    _ receiver: CallParameters.Receiver
  ) -> CallParameters {
    var parameters = CallParameters()
    let spec = Methods[method]
    let rules = [spec?.client, receiver == .provider ? spec?.provider : nil]
    let wanted = rules.flatMap { $0?.required ?? [] }.map(\.name)
    if wanted.contains("url") { parameters.url = "https://files.example/17" }
    if wanted.contains("text") { parameters.text = "nina" }
    if wanted.contains("chart") { parameters.chart = .albums }
    if wanted.contains("id") {
      parameters.id = EntityID("archive:artist:17")
    }
    return parameters
  }

  private func refusal(
    of parameters: CallParameters,
    for method: Method,
    _ receiver: CallParameters.Receiver
  ) -> Failure? {
    do throws(Failure) {
      try parameters.check(for: method, receiver: receiver)
      return nil
    } catch {
      return error
    }
  }
}
