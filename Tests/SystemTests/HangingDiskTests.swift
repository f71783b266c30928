import Foundation
import Glibc
import HostKit
import TestKit
import Testing

extension WholeSystem {
  @Suite(
    "A hub whose disk hangs",
    .timeLimit(.minutes(10)),
    .enabled(if: FileManager.default.fileExists(atPath: "/usr/bin/cc"))
  )
  struct HangingDiskTests {
    let sandbox: Sandbox
    /// A named pipe: what hangs returns when the pipe is opened for writing.
    let pipe: String

    init() throws {
      sandbox = try Sandbox(startsHub: false)
      pipe = "\(sandbox.home.path)/pipe"
      #expect(mkfifo(pipe, 0o600) == 0)
    }

    /// Starts a hub whose `fsync`, `fdatasync` or `pread` of verdicts waits for the pipe.
    private func startHub(hanging function: String) throws {
      let variables = [
        "LD_PRELOAD": try buildLibrary(), "HANGS": function, "HANG_PIPE": pipe,
      ]
      try sandbox.startHub(adding: variables)
    }

    private func buildLibrary() throws -> String {
      let source = """
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <fcntl.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        #include <unistd.h>

        static void hold(int file, const char *function) {
          char link[64], path[4096] = "", mark[4096];
          snprintf(mark, sizeof mark, "%s.resumed", getenv("HANG_PIPE"));
          if (!access(mark, F_OK)) return;
          if (strcmp(function, getenv("HANGS"))) return;
          snprintf(link, sizeof link, "/proc/self/fd/%d", file);
          if (readlink(link, path, sizeof path - 1) < 0 || !strstr(path, "verdicts")) return;
          snprintf(mark, sizeof mark, "%s.reached", getenv("HANG_PIPE"));
          close(open(mark, O_CREAT | O_WRONLY, 0600));
          close(open(getenv("HANG_PIPE"), O_RDONLY));
        }

        int fsync(int file) {
          hold(file, "sync");
          return ((int (*)(int))dlsym(RTLD_NEXT, "fsync"))(file);
        }

        int fdatasync(int file) {
          hold(file, "sync");
          return ((int (*)(int))dlsym(RTLD_NEXT, "fdatasync"))(file);
        }

        typedef ssize_t (*reader)(int, void *, size_t, off_t);

        ssize_t pread(int file, void *bytes, size_t count, off_t offset) {
          hold(file, "read");
          return ((reader)dlsym(RTLD_NEXT, "pread"))(file, bytes, count, offset);
        }
        """
      let library = "\(sandbox.home.path)/hold.so"
      try source.write(toFile: "\(library).c", atomically: true, encoding: .utf8)
      try Program("/usr/bin/cc")
        .succeed(["-shared", "-fPIC", "-o", library, "\(library).c", "-ldl"])
      return library
    }

    private func awaitHang() throws {
      try sandbox.awaitFile("\(pipe).reached", "the hanging disk") { _ in true }
    }

    /// Calls are replied to nevertheless.
    private func expectReplies() throws {
      let search = try sandbox.musicbus("search", "artists", "Pink Floyd", "--json")
      #expect(search.status == 0 && !search.lines.isEmpty, "\(search)")
    }

    /// Lets what hangs return.
    private func resume() throws {
      try "".write(toFile: "\(pipe).resumed", atomically: true, encoding: .utf8)
      let opened = open(pipe, O_WRONLY | O_NONBLOCK)
      #expect(opened >= 0)
      close(opened)
    }

    private static func sayTheSame(_ environment: Environment) async throws -> RunResult {
      try RunResult.of(
        "musicbus",
        ["same", "itunes:artist:1", "itunes:artist:2", "--timeout", "60s"],
        environment: environment
      )
    }

    @Test("while a verdict is synced replies to other calls, and to this one afterwards")
    func verdict() async throws {
      try startHub(hanging: "sync")
      let environment = sandbox.environment
      async let same = Self.sayTheSame(environment)
      try awaitHang()
      try expectReplies()
      try resume()
      let result = try await same
      #expect(result.status == 0, "\(result)")
      #expect(sandbox.stopHub() == .exited(0))
    }

    @Test("while it reads the verdicts starts and replies, and changes them afterwards")
    func reading() async throws {
      let data = "\(sandbox.home.path)/data"
      try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
      try "{\"document\":\"musicbus-verdicts\",\"version\":1}\n"
        .write(toFile: "\(data)/verdicts.jsonl", atomically: true, encoding: .utf8)
      try startHub(hanging: "read")
      try awaitHang()
      try expectReplies()
      let environment = sandbox.environment
      async let same = Self.sayTheSame(environment)
      try resume()
      let result = try await same
      #expect(result.status == 0, "\(result)")
      #expect(sandbox.stopHub() == .exited(0))
    }

    @Test("exits nevertheless, and logs what may be lost")
    func exit() async throws {
      try startHub(hanging: "sync")
      let environment = sandbox.environment
      async let same = Self.sayTheSame(environment)
      try awaitHang()
      #expect(sandbox.stopHub(within: .seconds(60)) == .exited(0))
      #expect(
        sandbox.log.contains("Timed out saving verdicts; unacknowledged verdicts may be lost.")
      )
      let result = try await same
      #expect(result.status != 0, "\(result)")
    }
  }
}
