/// The files of a Python provider, for `musicbus provider new`.
///
/// The programs are those in `Plugins/Template`, which are tested here.
enum PythonTemplate {
  static let files: [ProviderTemplate.File] = [
    .init(path: "example.py", bytes: PackageResources.example_py_txt, isExecutable: true),
    .init(path: "test_example.py", bytes: PackageResources.test_example_py_txt, isExecutable: true),
    .init(path: "musicbus.py", bytes: PackageResources.musicbus_py_txt, isShared: true),
    .init(path: "provider.json", text: manifest),
    .init(path: "provider.xfails", bytes: PackageResources.provider_xfails_txt, isShared: true),
    .init(
      path: ".github/workflows/certify.yml",
      bytes: PackageResources.certify_yml_txt,
      isShared: true
    ),
    .init(path: "README.md", text: readme),
    .init(path: ".gitignore", text: "__pycache__/\n"),
  ]

  /// What `example.py --manifest` prints.
  static let manifest = #"""
    {
      "id": "example",
      "name": "Example",
      "version": "1.0.0",
      "executable": "./example.py",
      "lines": 1,
      "inflight": 4,
      "methods": {"artists.search": {"cost": {"itunes.apple.com": 2}, "freshMs": 86400000}},
      "namespaces": ["itunes:artist"],
      "upstreams": [{"url": "https://itunes.apple.com", "requests": 20, "perMs": 60000}],
      "environment": ["MUSICBUS_EXAMPLE_URL"],
      "samples": [{"method": "artists.search", "params": {"text": "Pink Floyd"}}],
      "attribution": {"text": "Provided courtesy of iTunes"}
    }

    """#

  private static let readme = #"""
    # Example

    A MusicBus provider with artists of iTunes. Replace iTunes by your source.

    | | |
    |---|---|
    | `example.py` | the provider: what the source has, and how its records are converted |
    | `musicbus.py` | the package for providers in Python; needs nothing but Python 3.11 |
    | `test_example.py` | tests with recorded responses |
    | `provider.json` | the manifest for the hub, which `./example.py --manifest` prints |
    | `provider.xfails` | the checks that are known to fail |
    | `.github/workflows/certify.yml` | tests and certifies it at each push |

    ```sh
    python3 -m unittest
    musicbus provider try . artists.search "Pink Floyd"
    musicbus provider certify . --fast
    ```

    To include the checks that count and block requests, give it a local upstream:
    `musicbus provider certify . --upstream-var MUSICBUS_EXAMPLE_URL=http://127.0.0.1:PORT`.

    Install it with `musicbus provider add .`; after a change, restart it with `musicbus provider reload`.

    See `Plugins/Template/README.md` of MusicBus for the tutorial, `Plugins/Python/README.md` for the package, and
    `Protocol/lines.md` for what it speaks.

    """#
}
