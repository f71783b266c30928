import HostKit

/// The long run, `MUSICBUS_LONG=1`: more rounds of what random numbers or many steps vary.
/// docs/testing.md names each use.
package enum LongRun {
  package static let isOn = Environment.current["MUSICBUS_LONG"] == "1"

  /// One of two amounts of work.
  package static func pick<Amount>(_ regular: Amount, long: Amount) -> Amount {
    isOn ? long : regular
  }
}
