/// Programs that are text, which tests write and have run at once.
package enum ExecutableText {
  /// Writes one. It is done by a process of its own, because no file can be run that is open for writing
  /// anywhere ("Text file busy"), and whatever another test starts meanwhile inherits what is open here.
  package static func write(_ text: String, to path: String) throws {
    let script = #"printf %s "$1" > "$2" && chmod 700 "$2""#
    try Program("/bin/sh").succeed(["-c", script, "sh", text, path])
  }
}
