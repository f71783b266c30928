/// The version of all MusicBus programs.
package enum MusicBusVersion {
  package static let current = "1.0.0"
}
