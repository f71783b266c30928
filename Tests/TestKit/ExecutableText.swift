/// Scripts that tests write and run.
package enum ExecutableText {
  /// Writes a script. A separate process does it, because a file that is open for writing cannot be
  /// run ("Text file busy"), and processes of other tests may inherit open files of this one.
  package static func write(_ text: String, to path: String) throws {
    let script = #"printf %s "$1" > "$2" && chmod 700 "$2""#
    try Program("/bin/sh").succeed(["-c", script, "sh", text, path])
  }
}
