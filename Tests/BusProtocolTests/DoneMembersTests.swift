import BusProtocol
import MusicModel
import TestKit
import Testing

/// Removing a member from `Done`, its schema or its table makes one of these tests fail with its name.
@Suite("The members of done")
struct DoneMembersTests {
  private let members = Set(Mirror(reflecting: Done()).children.compactMap(\.label))

  @Test("are those of its schema")
  func schema() throws {
    let names = try Self.properties(of: "done")
    #expect(members.subtracting(names).sorted() == [], "are missing in done.schema.json")
    #expect(names.subtracting(members).sorted() == [], "are not properties of Done")
  }

  @Test("are in the table of Protocol/messages.md")
  func specification() throws {
    let text = try PackageRoot.text("Protocol/messages.md")
    let section = try #require(text.split(separator: "\n### ").first { $0.hasPrefix("done\n") })
    let rows = section.split(separator: "\n").filter { $0.hasPrefix("| ") }
    let listed = rows.flatMap { row in
      row.dropFirst(2).prefix { $0 != "|" }.split { !$0.isLetter }.map { String($0) }
    }
    #expect(members.subtracting(listed).sorted() == [], "are not in the table of done")
  }

  @Test("include the results of each method", arguments: Methods.all)
  func results(_ method: MethodSpec) throws {
    // A watch ends without a result; its parts have it.
    let allowed = method.method == .hubWatch ? try Self.properties(of: "part") : members
    #expect(Set(method.gives).subtracting(allowed).sorted() == [], "of \(method.method)")
  }

  private static func properties(of schema: String) throws -> Set<String> {
    let bytes = try PackageRoot.bytes("Protocol/schema/\(schema).schema.json")
    let json = try JSONCodec.decode(JSONValue.self, from: bytes)
    return Set(try #require(json["properties"]?.members).keys)
  }
}
