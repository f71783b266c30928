import Foundation
import TestKit
import Testing

@Suite("The library that is loaded late")
struct LazyLibraryTests {
  @Test("has every function of libzmq that is called")
  func functions() throws {
    let calls = SourceFile.all.filter { $0.target == "ZeroMQ" }
      .flatMap { $0.code.flatMap { names(in: $0.text, before: "(") } }
      .filter { !$0.hasSuffix("_t") }
    let text = try PackageRoot.text("Sources/Host/C/CZeroMQ/zmq.c")
    let forwarded = Set(names(in: text, before: "(") + names(in: text, before: ","))
    #expect(calls.contains("zmq_ctx_new"))
    #expect(Set(calls).subtracting(forwarded).sorted() == [])
  }

  /// The names of libzmq that stand before a sign.
  private func names(in text: String, before sign: Character) -> [String] {
    text.split(separator: sign, omittingEmptySubsequences: false).dropLast().compactMap { part in
      let name = String(part.reversed().prefix { $0.isLetter || $0 == "_" }.reversed())
      return name.hasPrefix("zmq_") ? name : nil
    }
  }
}
