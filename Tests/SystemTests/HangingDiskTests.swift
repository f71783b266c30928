import Foundation
import Glibc
import HostKit
import TestKit
import Testing

extension WholeSystem {
  @Suite(
    "A hub whose disk hangs",
    .timeLimit(.minutes(3)),
    .enabled(if: FileManager.default.fileExists(atPath: "/usr/bin/cc"))
  )
  struct HangingDiskTests {
    let sandbox: Sandbox
    /// A named pipe: a sync of the verdicts returns when it is opened for writing.
    let pipe: String

    init() throws {
      sandbox = try Sandbox(startsHub: false)
      pipe = "\(sandbox.home.path)/pipe"
      #expect(mkfifo(pipe, 0o600) == 0)
    }

    /// Builds a library whose `fsync` and `fdatasync` of verdicts wait for the pipe.
    private func buildLibrary() throws -> String {
      let source = """
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <fcntl.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        #include <unistd.h>

        static void hold(int file) {
          char link[64], path[4096] = "", mark[4096];
          snprintf(link, sizeof link, "/proc/self/fd/%d", file);
          if (readlink(link, path, sizeof path - 1) < 0 || !strstr(path, "verdicts")) return;
          snprintf(mark, sizeof mark, "%s.reached", getenv("SYNC_PIPE"));
          close(open(mark, O_CREAT | O_WRONLY, 0600));
          close(open(getenv("SYNC_PIPE"), O_RDONLY));
        }

        int fsync(int file) {
          hold(file);
          return ((int (*)(int))dlsym(RTLD_NEXT, "fsync"))(file);
        }

        int fdatasync(int file) {
          hold(file);
          return ((int (*)(int))dlsym(RTLD_NEXT, "fdatasync"))(file);
        }
        """
      let library = "\(sandbox.home.path)/hold.so"
      try source.write(toFile: "\(library).c", atomically: true, encoding: .utf8)
      try Program("/usr/bin/cc")
        .succeed(["-shared", "-fPIC", "-o", library, "\(library).c", "-ldl"])
      return library
    }

    @Test("while a verdict is synced replies to other calls, and to this one afterwards")
    func verdict() async throws {
      let library = try buildLibrary()
      try sandbox.startHub(adding: ["LD_PRELOAD": library, "SYNC_PIPE": pipe])
      let environment = sandbox.environment
      async let same = RunResult.of(
        "musicbus",
        ["same", "itunes:artist:1", "itunes:artist:2", "--timeout", "60s"],
        environment: environment
      )
      try sandbox.awaitFile("\(pipe).reached", "the sync of the verdict") { _ in true }
      let search = try sandbox.musicbus("search", "artists", "Pink Floyd", "--json")
      #expect(search.status == 0 && !search.lines.isEmpty, "\(search)")
      // The sync still hangs, and returns now.
      let opened = open(pipe, O_WRONLY | O_NONBLOCK)
      #expect(opened >= 0)
      close(opened)
      let result = try await same
      #expect(result.status == 0, "\(result)")
      #expect(sandbox.stopHub() == .exited(0))
    }
  }
}
