#if canImport(Glibc)
  import Glibc
#endif

/// Hands libFuzzer's bytes to the target that `MUSICBUS_FUZZ_TARGET` names.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  Harness.target.run(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

enum Harness {
  static let target: FuzzTarget = {
    let name = getenv("MUSICBUS_FUZZ_TARGET").map { String(cString: $0) } ?? ""
    guard let target = FuzzTarget(rawValue: name) else {
      print("MUSICBUS_FUZZ_TARGET must be one of \(FuzzTarget.allCases.map(\.rawValue))")
      exit(64)
    }
    return target
  }()
}
