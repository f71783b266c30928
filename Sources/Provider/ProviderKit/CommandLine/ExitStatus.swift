/// How the program ends (sysexits.h).
enum ExitStatus {
  static let success: Int32 = 0
  /// The call failed.
  static let failure: Int32 = 1
  /// Wrong use, or started by hand without saying what for.
  static let usage: Int32 = 64
  /// A mistake of the provider's author.
  static let software: Int32 = 70
  /// The start line did not come, or standard input is gone.
  static let inputOutput: Int32 = 74
  /// The configuration is wrong or the hub refused the provider: starting again will not help.
  static let configuration: Int32 = 78
}
