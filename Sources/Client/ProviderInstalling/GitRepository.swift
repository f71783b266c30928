internal import BusProtocol
internal import HostKit

/// A git repository, of which one commit is fetched at a time, without its history.
struct GitRepository {
  private let place: String
  private let environment: Environment

  init(place: String, _ environment: Environment) {
    (self.place, self.environment) = (place, environment)
  }

  /// A commit, and the name by which it is fetched.
  struct Revision: Hashable {
    let commit: String
    let name: String

    /// The version that its tag names.
    var version: String? {
      guard name.hasPrefix("refs/tags/") else { return nil }
      let tag = name.dropFirst("refs/tags/".count)
      return ReleaseVersion(String(tag)) == nil ? nil : String(tag.drop { $0 == "v" })
    }
  }

  /// Finds a branch, tag or commit; without a name, the tag with the highest version, or else the
  /// default branch.
  func revision(_ ref: String?) throws -> Revision {
    if let ref, [40, 64].contains(ref.count), ref.allSatisfy(\.isHexDigit) {
      return Revision(commit: ref.lowercased(), name: ref.lowercased())
    }
    let commits = try references()
    let names = ref.map { ["refs/tags/\($0)", "refs/heads/\($0)"] } ?? [newestVersion(in: commits)]
    for name in names {
      // The commit of an annotated tag has a line of its own.
      guard let commit = commits["\(name)^{}"] ?? commits[name] else { continue }
      return Revision(commit: commit, name: name)
    }
    throw InstallFailure(
      ref.map { "\(place) has no branch or tag \"\($0)\"." } ?? "\(place) is empty.",
      "Commits have to be named in full."
    )
  }

  /// Fetches a commit, and writes its files to a tar archive.
  func archive(_ revision: Revision, to archive: String, workingIn directory: String) throws {
    let action = "fetch \(place)"
    try HubPaths.makeDirectory(directory)
    try git(["init", "-q", "--bare"], in: directory, to: action)
    let options = ["-q", "--depth", "1", "--no-tags", "--no-recurse-submodules"]
    try git(["fetch"] + options + ["--", place, revision.name], in: directory, to: action)
    let commit = try git(
      ["rev-parse", "--verify", "FETCH_HEAD^{commit}"],
      in: directory,
      to: action
    )
    guard commit.prefix(while: { !$0.isNewline }) == revision.commit else {
      throw InstallFailure("\(place) changed while it was fetched.", "Try again.")
    }
    try git(
      ["archive", "--format=tar", "-o", archive, revision.commit],
      in: directory,
      to: action
    )
  }

  private func references() throws -> [String: String] {
    let directory = try TemporaryDirectory(prefix: "musicbus-git")
    let action = "look at \(place)"
    try git(["init", "-q", "--bare"], in: directory.path, to: action)
    let text = try git(["ls-remote", "--", place], in: directory.path, to: action)
    let lines = text.split(separator: "\n").map { $0.split(separator: "\t", maxSplits: 1) }
    let pairs = lines.filter { $0.count == 2 }.map { (String($0[1]), String($0[0])) }
    return Dictionary(pairs) { first, _ in first }
  }

  private func newestVersion(in commits: [String: String]) -> String {
    let versions = commits.keys.compactMap { name -> (name: String, version: ReleaseVersion)? in
      guard name.hasPrefix("refs/tags/"), !name.hasSuffix("^{}"),
        let version = ReleaseVersion(String(name.dropFirst("refs/tags/".count))), version.isFinal
      else { return nil }
      return (name, version)
    }
    return versions.max { $0.version < $1.version }?.name ?? "HEAD"
  }

  /// Runs git in a repository of our own: with no configuration of the system, the user or the current
  /// directory, no hooks, submodules or questions, and only protocols that are encrypted or local.
  @discardableResult
  private func git(
    _ arguments: [String],
    in directory: String,
    to action: String
  ) throws -> String {
    let options = [
      "-c", "core.hooksPath=/dev/null", "-c", "core.attributesFile=/dev/null", "-c",
      "submodule.recurse=false",
    ]
    return try ExternalTool.git.run(
      options + arguments,
      environment,
      adding: [
        "GIT_DIR": directory, "GIT_ALLOW_PROTOCOL": "https:ssh:file", "GIT_ASKPASS": "true",
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1", "GIT_ATTR_NOSYSTEM": "1",
        "SSH_ASKPASS": "true",
        "GIT_SSH_COMMAND": "ssh -oBatchMode=yes -oConnectTimeout=15",
      ],
      in: directory,
      to: action
    ).get()
  }
}
