package import BusProtocol
internal import HostKit
package import MusicModel

/// `provider.json` as its publisher wrote it: what the hub reads, and what it says to users.
package struct PublishedManifest: Decodable {
  package let program: Manifest
  package let name: String?
  package let version: String?
  package let description: String?
  package let maintainers: [String]?
  let level: Descriptor.Level?
  /// The versions of the protocol; those of the current one unless the manifest has others.
  let speaks: VersionRange
  /// The hosts that it contacts, as far as its manifest says; `nil` if that says nothing.
  package let contacts: [String]?

  package static let maxBytes = 64 << 10

  package var id: ProviderID { program.id }

  /// Reads the manifest at a path.
  ///
  /// - Throws: ``SystemError``, or the error of the decoder.
  package init(at path: String) throws {
    let bytes = try FileDescriptor(path, 0).readAll(atMost: PublishedManifest.maxBytes)
    self = try JSONCodec.decode(from: bytes)
  }

  private enum CodingKeys: String, CodingKey {
    case name, version, description, maintainers, level, hosts, upstreams
    case speaks = "protocol"
  }

  private struct Upstream: Decodable {
    var url: String
  }

  package init(from decoder: any Decoder) throws {
    program = try Manifest(from: decoder)
    let members = try decoder.container(keyedBy: CodingKeys.self)
    name = try members.decodeIfPresent(String.self, forKey: .name)
    version = try members.decodeIfPresent(String.self, forKey: .version)
    description = try members.decodeIfPresent(String.self, forKey: .description)
    maintainers = try members.decodeIfPresent([String].self, forKey: .maintainers)
    level = try members.decodeIfPresent(Descriptor.Level.self, forKey: .level)
    speaks =
      try members.decodeIfPresent(VersionRange.self, forKey: .speaks)
      ?? VersionRange(min: ProtocolVersion(major: 1, minor: 0), max: .current)
    let hosts = try members.decodeIfPresent([String].self, forKey: .hosts)
    let upstreams = try members.decodeIfPresent([Upstream].self, forKey: .upstreams)
    let servers = upstreams?.map { upstream in
      if let setting = Manifest.setting(inURL: upstream.url) {
        return "your own server (the setting \"\(setting)\")"
      }
      let rest = upstream.url.split(separator: "/").dropFirst().first ?? ""
      return String(rest.prefix { $0 != ":" })
    }
    contacts = hosts == nil && servers == nil ? nil : (servers ?? []) + (hosts ?? [])
  }
}
