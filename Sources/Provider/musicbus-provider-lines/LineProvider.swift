import BusProtocol
import HostKit
import MusicModel
import ProviderKit

/// A provider whose calls are served by a program that speaks JSON lines.
struct LineProvider: Provider {
  let descriptor: Descriptor
  let upstreams: [Upstream]
  let endpoints: [Endpoint]
  let missingConfiguration: String?
  /// How its program is started.
  let command: LineProgram.Command

  /// Unused: the provider is made from a manifest.
  init(_ configuration: ProviderConfiguration) throws(Failure) {
    throw Failure(.internalError, "A provider on JSON lines needs a manifest.")
  }

  init(
    _ manifest: LineManifest,
    at path: String,
    _ configuration: ProviderConfiguration,
    _ environment: Environment,
    idleTime: Duration = .seconds(300),
    limits: ProgramSandbox.Limits = ProgramSandbox.Limits(),
    bubblewrap: String = "/usr/bin/bwrap"
  ) throws(Failure) {
    let services = try LineProvider.services(of: manifest, configuration)
    upstreams = services.map(\.upstream)
    let required = manifest.configSchema?["required"]?.elements?.compactMap(\.text) ?? []
    missingConfiguration = configuration.missing(all: required, of: manifest.id.rawValue)
    let sandbox = try ProgramSandbox(
      LineProvider.program(of: manifest, at: path, environment),
      limits: limits,
      bubblewrap: bubblewrap
    )
    if let problem = sandbox.problem {
      // What an older hub says, or somebody has set, demands one as well.
      let demand = environment[SandboxDemand.variable].map {
        SandboxDemand(rawValue: $0) ?? .always
      }
      if let refusal = demand?.refusal(problem) {
        throw Failure(.configurationInvalid, refusal)
      }
    }
    var descriptor = LineProvider.descriptor(of: manifest, services.map(\.upstream))
    descriptor.sandbox = Descriptor.Sandbox(problem: sandbox.problem)
    descriptor.configSchema = ProviderConfiguration.schema(
      of: upstreams,
      settings: manifest.configSchema?["properties"]?.members ?? [:],
      required: required
    )
    self.descriptor = descriptor
    command = LineProgram.Command(
      sandbox: sandbox,
      start: [
        "lines": .integer(LineManifest.version), "provider": .string(manifest.id.rawValue),
        "config": configuration.values(except: manifest.secrets),
      ],
      inflight: manifest.inflight ?? 1,
      idleTime: idleTime
    )
    let program = LineProgram(command)
    let secrets = manifest.secrets.compactMap { key in
      configuration.value(key)?.asText.map { (key, $0) }
    }
    let requester = LineRequester(
      services,
      secrets: Secrets(Dictionary(secrets) { first, _ in first })
    )
    endpoints = manifest.methods.declarations.keys.sorted().map { name in
      let method = Method(rawValue: name)
      return Endpoint(
        method,
        declared: manifest.declaration(of: method),
        samples: manifest.samples.filter { $0.method == method }.map(\.params)
      ) { call throws(Failure) in
        try await LineCall(
          call: call,
          program: program,
          requester: requester,
          namespaces: manifest.namespaces
        ).reply()
      }
    }
  }

  /// - Throws: `MANIFEST_INVALID` if it cannot be run.
  private static func program(
    of manifest: LineManifest,
    at path: String,
    _ environment: Environment
  ) throws(Failure) -> ProgramSandbox.Program {
    let directory = parentDirectory(of: realPath(path) ?? path)
    let executable: String
    do throws(UnrunnableProgram) {
      executable = try ExecutableSearch.find(
        manifest.executable,
        ofManifestIn: directory,
        programs: nil
      )
    } catch {
      throw Failure(.manifestInvalid, "\(error.message) \(error.hint)")
    }
    return ProgramSandbox.Program(
      id: manifest.id,
      executable: executable,
      arguments: manifest.arguments ?? [],
      directory: directory,
      environment: environment,
      variables: manifest.environment ?? []
    )
  }

  private static func descriptor(of manifest: LineManifest, _ upstreams: [Upstream]) -> Descriptor {
    var descriptor = Descriptor(
      id: manifest.id,
      name: manifest.name,
      version: manifest.version,
      attribution: manifest.attribution
    )
    descriptor.namespaces = manifest.namespaces
    descriptor.hosts = manifest.hosts ?? []
    descriptor.inflight = manifest.inflight ?? 1
    (descriptor.urls, descriptor.lacks) = (manifest.urls, manifest.lacks)
    return descriptor
  }

  private static func services(
    of manifest: LineManifest,
    _ configuration: ProviderConfiguration
  ) throws(Failure) -> [LineRequester.Service] {
    let variables = (manifest.environment ?? [])
      .filter { $0.hasPrefix("MUSICBUS_") && $0.hasSuffix("_URL") && $0 != "MUSICBUS_SOURCES_URL" }
      .map { String($0.dropFirst("MUSICBUS_".count).dropLast("_URL".count)) }
    var all: [(Upstream, LineManifest.Upstream)] = []
    for (number, declared) in (manifest.upstreams ?? []).enumerated() {
      guard let address = WebAddress(declared.url), address.target == "/",
        address.scheme == .https
      else {
        let rule =
          "expected https and a host without a path, such as https://api.example.org; "
          + "\"baseURL\" of the configuration may name another address"
        throw Failure(
          .manifestInvalid,
          "Invalid \"url\" of an upstream: \"\(declared.url)\"; \(rule)."
        )
      }
      let upstream = try configuration.upstream(
        declared.url,
        named: number < variables.count ? variables[number] : "\(manifest.id)_\(number)",
        key: number == 0 ? "baseURL" : "baseURL\(number + 1)",
        budget: declared.requests,
        perMs: declared.perMs ?? 1000
      )
      all.append((upstream, declared))
    }
    var services: [LineRequester.Service] = []
    for (upstream, declared) in all {
      services.append(try .init(upstream, declared, among: all.map(\.0), configuration))
    }
    return services
  }
}
