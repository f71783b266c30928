package import HostKit

extension Environment {
  /// The variables of this process, with the system's own programs found first: scripts that say
  /// `env python3` get Debian's Python, whose libraries come from Debian packages too.
  package static var ofTests: Environment {
    var variables = current
    variables["PATH"] = "/usr/bin:/bin" + (variables["PATH"].map { ":\($0)" } ?? "")
    return variables
  }
}
