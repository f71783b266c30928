internal import CHost
internal import Glibc

/// The resource limits of a process; `nil` is the limit of this process.
package struct ProcessLimits: Hashable, Sendable {
  /// Open descriptors.
  package var openFiles: Int?
  /// Bytes of its address space.
  package var memoryBytes: Int?
  /// Bytes of the picture of its memory that it may leave when it crashes.
  package var coreBytes: Int?
  /// Bytes of each file that it writes.
  package var fileBytes: Int?

  package init() {}

  /// Holds a child to the limits from now on; it can only lower them further. What a limit above
  /// ours would be stays ours.
  func apply(to pid: pid_t) {
    let limits = [
      (host_open_files, openFiles), (host_address_space, memoryBytes), (host_core_size, coreBytes),
      (host_file_size, fileBytes),
    ]
    for (resource, limit) in limits {
      guard let limit, let value = resource.nearest(to: limit, of: pid) else { continue }
      _ = host_limit(pid, resource, [value, value], nil)
    }
  }
}

/// A limit that a program of ours can be given by `prlimit`.
package enum ProcessLimit: String, Sendable {
  case data, fsize, nofile, nproc

  /// The option of `prlimit` for a value: no higher than this process may set it, which would be an error.
  package func option(_ value: Int) -> String {
    "--\(rawValue)=\(resource.nearest(to: value, of: 0) ?? UInt64(clamping: value))"
  }

  private var resource: host_resource {
    switch self {
    case .data: host_data_size
    case .fsize: host_file_size
    case .nofile: host_open_files
    case .nproc: host_processes
    }
  }
}

extension host_resource {
  /// The limit nearest to a value to which a process (0: this one) may be set; `nil` if the system does not say.
  fileprivate func nearest(to value: Int, of pid: pid_t) -> UInt64? {
    var found: [UInt64] = [0, 0]
    return host_limit(pid, self, nil, &found) == 0 ? min(UInt64(clamping: value), found[1]) : nil
  }
}
