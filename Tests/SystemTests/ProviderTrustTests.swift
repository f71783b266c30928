import Foundation
import HostKit
import MusicModel
import TestKit
import Testing

extension WholeSystem {
  @Suite(
    "A program from elsewhere",
    .enabled(if: ProviderPackage.hasTools, "needs libarchive-tools, curl, git, minisign, openssl"),
    .timeLimit(.minutes(10))
  )
  struct ProviderTrustTests {
    let sandbox: Sandbox
    private let work: String

    init() throws {
      sandbox = try Sandbox()
      work = "\(sandbox.home.path)/work"
    }

    private func run(_ arguments: String...) throws -> RunResult {
      try sandbox.patiently(arguments)
    }

    @Test("shows which variables of the user a program gets, and tries the sandbox")
    func facts() throws {
      let package = try ProviderPackage(in: work)
      func facts(_ change: (inout [String: JSONValue]) -> Void) throws -> String {
        let path = "\(package.path)/provider.json"
        var manifest = try JSONCodec.decode(
          [String: JSONValue].self,
          from: Array(Data(contentsOf: URL(filePath: path)))
        )
        manifest["environment"] = ["GITHUB_TOKEN", "MUSICBUS_SHELF_URL", "AWS_SECRET_ACCESS_KEY"]
        change(&manifest)
        try Data(JSONCodec.encode(manifest)).write(to: URL(filePath: path))
        let asked = try run("provider", "add", try package.pack("shelf.tar.gz"))
        #expect(
          asked.status == 1 && asked.errors.contains("Cannot ask without a terminal"),
          "\(asked)"
        )
        return asked.errors
      }
      let confined = try facts { _ in }
      let names = "GITHUB_TOKEN, AWS_SECRET_ACCESS_KEY"
      #expect(
        confined.contains("Variables \(names) (from your environment; only without a sandbox)\n"),
        "\(confined)"
      )
      #expect(
        confined.contains("Sandbox   yes: it sees only its own files")
          || confined.contains("Sandbox   none: not available on this machine ("),
        "\(confined)"
      )
      let native = try facts { $0["lines"] = nil }
      #expect(native.contains("Variables \(names) (from your environment)\n"), "\(native)")
      #expect(native.contains("Sandbox   none: it is a native program"), "\(native)")
    }

    @Test("obeys no configuration of the directory in which it is called")
    func hostileDirectory() throws {
      let package = try ProviderPackage(in: work)
      try package.commit(tag: "v1.0")
      let trap = "\(sandbox.home.path)/trap"
      try FileManager.default.createDirectory(atPath: trap, withIntermediateDirectories: true)
      try Program("/usr/bin/git").succeed(["init", "-q", trap])
      try """
      [url "file:///nowhere"]
        insteadOf = file://
      [core]
        fsmonitor = touch '\(trap)/ran'
        sshCommand = touch '\(trap)/ran'
      [credential]
        helper = "!touch '\(trap)/ran'"
      [http]
        sslVerify = false
      """.write(toFile: "\(trap)/.git/config", atomically: true, encoding: .utf8)
      var launch = Launch(
        Executables.path("musicbus"),
        Sandbox.patient(["provider", "add", "file://\(package.path)", "--yes"]),
        environment: sandbox.environment
      )
      launch.workingDirectory = trap
      let added = try RunResult.of(launch)
      expectStart(of: "1.0", added)
      launch.environment["GIT_DIR"] = "\(trap)/.git"
      try package.write(version: "1.1")
      try package.commit(tag: "v1.1")
      launch.arguments = Sandbox.patient(["provider", "update", "--yes"])
      try expectStart(of: "1.1", RunResult.of(launch))
      #expect(!FileManager.default.fileExists(atPath: "\(trap)/ran"))
    }

    @Test("is sandboxed by whatever name it is called, and a recording runs no file of its name")
    func names() throws {
      let package = try ProviderPackage(in: work)
      let outside = "\(sandbox.home.path)/outside"
      let program = """
        #!/usr/bin/env python3
        import json, sys
        try: open("\(outside)", "w").close()
        except OSError: pass
        for line in map(json.loads, sys.stdin):
            if "id" in line: print(json.dumps({"id": line["id"], "items": []}), flush=True)
        """
      try ExecutableText.write(program, to: "\(package.path)/provider.py")
      guard try run("provider", "add", package.path).status == 0, Namespaces.areAvailable else {
        return
      }
      let called = try run(
        "provider",
        "try",
        "\(package.path)/provider.py",
        "artists.search",
        "nina"
      )
      #expect(called.status == 0, "\(called)")
      // Also one that lies deeper in the directory of its provider, or is called by a link.
      try FileManager.default.createDirectory(
        atPath: "\(package.path)/bin/deep",
        withIntermediateDirectories: true
      )
      try ExecutableText.write(program, to: "\(package.path)/bin/deep/run")
      let link = "\(sandbox.home.path)/link"
      try FileManager.default.createSymbolicLink(
        atPath: link,
        withDestinationPath: "\(package.path)/bin/deep/run"
      )
      for path in ["\(package.path)/bin/deep/run", link] {
        _ = try run("provider", "try", path, "artists.search", "nina")
      }
      let broken = "\(sandbox.home.path)/broken"
      try FileManager.default.createDirectory(atPath: broken, withIntermediateDirectories: true)
      try "{".write(toFile: "\(broken)/provider.json", atomically: true, encoding: .utf8)
      try ExecutableText.write(program, to: "\(broken)/run")
      let unknown = try run("provider", "try", "\(broken)/run", "artists.search", "nina")
      #expect(unknown.status == 1 && unknown.errors.contains("cannot be read as a manifest"))
      let cassette = "\(sandbox.home.path)/a.cassette"
      let header =
        #"{"cassette":1,"provider":"shelf","version":"1.0","config":{},"environment":{}}"#
      try (header + "\n").write(toFile: cassette, atomically: true, encoding: .utf8)
      try ExecutableText.write(
        "#!/bin/sh\ntouch '\(outside)'\n",
        to: "\(sandbox.home.path)/shelf-1.0"
      )
      let replayed = try run("provider", "replay", cassette, "\(sandbox.home.path)/shelf-1.0")
      #expect(
        replayed.status == 1 && replayed.errors.contains("is not a provider directory or manifest")
      )
      #expect(!FileManager.default.fileExists(atPath: outside))
    }

    @Test(
      "runs no program without a sandbox unless the user agrees to that, for this provider",
      .enabled(if: Namespaces.areAvailable, "needs a namespace")
    )
    func withoutSandbox() throws {
      _ = sandbox.stopHub()
      /// A machine that can make no sandbox: no further namespaces.
      func run(_ arguments: String...) throws -> RunResult {
        let poor = "echo 0 > /proc/sys/user/max_user_namespaces && exec \"$0\" \"$@\""
        return try RunResult.of(
          Launch(
            "/usr/bin/unshare",
            ["-U", "-r", "/bin/sh", "-c", poor, Executables.path("musicbus")]
              + Sandbox.patient(arguments),
            environment: sandbox.environment
          )
        )
      }
      #expect(try run("hub", "start").status == 0)
      defer { _ = try? run("hub", "stop") }
      let archive = try ProviderPackage(in: work).pack("shelf.tar.gz")
      let refused = try run("provider", "add", archive, "--yes")
      #expect(refused.status == 1, "\(refused)")
      #expect(
        refused.errors.contains("Sandbox   none: not available on this machine ("),
        "\(refused)"
      )
      #expect(
        refused.errors.contains("run the command again with --yes --no-sandbox."),
        "\(refused)"
      )
      #expect(try sandbox.installedFiles() == [])
      let agreed = try run("provider", "add", archive, "--yes", "--no-sandbox")
      expectStart(of: "1.0", agreed)
      let list = "\(try sandbox.paths.installedFile)"
      let text = try String(contentsOfFile: list, encoding: .utf8)
      #expect(text.contains("unsandboxed"), "\(text)")
      // Without that, the hub does not start it, whoever placed it there.
      var installed = try InstalledProviders(at: list)
      installed.providers["shelf"]?.versions[0].unsandboxed = nil
      try installed.save(to: list)
      #expect(try run("hub", "restart").status == 0)
      let providers = try run("providers")
      let reason = "No sandbox is available on this machine ("
      #expect(providers.output.contains("stopped") || providers.errors.contains("stopped"))
      #expect((providers.output + providers.errors).contains(reason), "\(providers)")
      let again = try run("provider", "add", archive, "--no-sandbox")
      expectStart(of: "1.0", again)
      // The agreement is for this source: neither for a version from another one, nor for the same bytes elsewhere.
      let other = "\(work)/mirror.tar.gz"
      try FileManager.default.copyItem(atPath: archive, toPath: other)
      let mirrored = try run("provider", "add", other, "--yes")
      #expect(mirrored.status == 1, "\(mirrored)")
      let next = try ProviderPackage(in: work, version: "1.1")
      let second = try next.pack("second.tar.gz")
      #expect(try run("provider", "add", second, "--yes").status == 1)
      try expectStart(of: "1.1", run("provider", "add", second, "--yes", "--no-sandbox"))
      try expectStart(of: "1.0", run("provider", "rollback", "shelf"))
      #expect(try run("config", "set", "hub.requireSandbox", "true").status == 0)
      let required = try run("provider", "reload", "shelf")
      #expect(
        required.errors.contains(
          "hub.requireSandbox is set, but no sandbox is available on this machine"
        ),
        "\(required)"
      )
    }
  }
}
