import Glibc
import HostKit
import TestKit

/// Commands that see other mounts or processes than the tests.
enum Namespaces {
  /// Whether this user may make them.
  static let areAvailable: Bool = {
    let launch = Launch(
      "/usr/bin/unshare",
      ["-m", "/bin/mount", "-t", "tmpfs", "tmpfs", "/mnt"],
      environment: .current
    )
    return getuid() == 0 && (try? RunResult.of(launch))?.status == 0
  }()
}
