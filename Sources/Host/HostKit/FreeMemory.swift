internal import CHost

/// The memory that this process has freed.
package enum FreeMemory {
  /// Returns it to the system; the allocator itself only does so at the end of its heaps.
  package static func release() { host_release_memory() }

  /// Makes the threads of this process share two heaps.
  ///
  /// Otherwise almost every thread gets its own one, and memory that one has freed is of no use to
  /// the others.
  package static func shareAmongThreads() { host_limit_arenas(2) }
}
