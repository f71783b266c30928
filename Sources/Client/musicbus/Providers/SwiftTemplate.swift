/// The files of a Swift provider, for `musicbus provider new`.
///
/// The sources are those in `Plugins/Template` and `Tests/ExampleTests`, which are built and tested here.
enum SwiftTemplate {
  /// Returns the files; `package` is the path of a MusicBus checkout.
  static func files(package: String) -> [ProviderTemplate.File] {
    [
      .init(path: "Package.swift", text: manifest.replacing("PACKAGE-PATH", with: package)),
      .init(path: "Sources/Example/Example.swift", bytes: PackageResources.Example_swift_txt),
      .init(
        path: "Tests/ExampleTests/ExampleTests.swift",
        bytes: PackageResources.ExampleTests_swift_txt
      ),
      .init(path: "provider.json", bytes: PackageResources.provider_json_txt),
      .init(path: "provider.xfails", bytes: PackageResources.provider_xfails_txt, isShared: true),
      .init(
        path: ".github/workflows/certify.yml",
        bytes: PackageResources.certify_swift_yml_txt,
        isShared: true
      ),
      .init(path: "README.md", text: readme),
      .init(path: ".gitignore", text: ".build/\n"),
    ]
  }

  private static let manifest = #"""
    // swift-tools-version: 6.2
    import PackageDescription

    let checkout = Context.environment["MUSICBUS_CHECKOUT"] ?? "PACKAGE-PATH"
    let kit: [Target.Dependency] = [.product(name: "ProviderKit", package: "MusicBus")]

    let package = Package(
      name: "Example",
      products: [.executable(name: "musicbus-provider-example", targets: ["Example"])],
      dependencies: [.package(name: "MusicBus", path: checkout)],
      targets: [
        .executableTarget(name: "Example", dependencies: kit),
        .testTarget(name: "ExampleTests", dependencies: kit + ["Example"]),
      ]
    )

    """#

  private static let readme = #"""
    # Example

    A MusicBus provider with artists of iTunes. Replace iTunes by your source.

    | | |
    |---|---|
    | `Sources/Example/Example.swift` | the provider: upstream, descriptor and methods |
    | `Tests/ExampleTests/ExampleTests.swift` | tests with recorded responses |
    | `provider.json` | the manifest for the hub |
    | `provider.xfails` | the checks that are known to fail |
    | `.github/workflows/certify.yml` | builds, tests and certifies it at each push |

    ```sh
    swift build && swift test
    musicbus provider try . artists.search "Pink Floyd"
    musicbus provider certify . --fast
    ```

    To include the checks that count and block requests, give it a local upstream:
    `musicbus provider certify . --upstream-var MUSICBUS_EXAMPLE_URL=http://127.0.0.1:PORT`.

    On another machine, name the checkout of MusicBus there: `MUSICBUS_CHECKOUT=DIR swift build`.

    Install it with `musicbus provider add .`; after a change, restart it with `musicbus provider reload`.

    See `Plugins/Template/README.md` of MusicBus for the tutorial, and `Protocol/README.md` for the protocol.

    """#
}
