internal import CHost

/// The memory that this process has freed.
package enum FreeMemory {
  /// Returns it to the system; the allocator itself only does so at the end of its heap.
  package static func release() { host_release_memory() }
}
