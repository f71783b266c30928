/// Exit statuses of a provider (sysexits.h).
enum ExitStatus {
  static let success: Int32 = 0
  /// The call failed.
  static let failure: Int32 = 1
  /// Invalid arguments, or started without a hub and without arguments.
  static let usage: Int32 = 64
  /// A bug in the provider.
  static let software: Int32 = 70
  /// No start line arrived, or standard input was closed.
  static let inputOutput: Int32 = 74
  /// The configuration is invalid or the hub rejected the provider; a restart would not help.
  static let configuration: Int32 = 78
}
