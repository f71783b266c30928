/// Programs that are text, which tests write and have run at once.
package enum ExecutableText {
  /// Writes one. It is done by a process of its own, because no file can be run that is open for writing
  /// anywhere ("Text file busy"), and whatever another test starts meanwhile inherits what is open here.
  package static func write(_ text: String, to path: String) throws {
    let script = #"printf %s "$1" > "$2" && chmod 700 "$2""#
    let result = try Program("/bin/sh").run(["-c", script, "sh", text, path])
    guard result.status == 0 else { throw Failed(message: result.errors) }
  }

  /// What the system said.
  package struct Failed: Error {
    package let message: String
  }
}
