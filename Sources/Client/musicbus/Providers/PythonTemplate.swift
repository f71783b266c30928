/// The files of a Python provider, for `musicbus provider new`.
///
/// The programs are those in `Plugins/Template`, which are tested here.
enum PythonTemplate {
  static let files: [ProviderTemplate.File] = [
    .init(path: "example.py", bytes: PackageResources.example_py_txt, isExecutable: true),
    .init(path: "test_example.py", bytes: PackageResources.test_example_py_txt, isExecutable: true),
    .init(path: "provider.json", text: provider),
    .init(path: "README.md", text: readme),
    .init(path: ".gitignore", text: "__pycache__/\n"),
  ]

  private static let provider = #"""
    {
      "id": "example",
      "executable": "./example.py",
      "methods": ["artists.search"],
      "environment": ["MUSICBUS_EXAMPLE_URL"]
    }

    """#

  private static let readme = #"""
    # Example

    A MusicBus provider with artists of iTunes. Replace iTunes by your source.

    | | |
    |---|---|
    | `example.py` | the provider: upstream, descriptor and methods; Python 3 with `python3-zmq` |
    | `test_example.py` | tests with recorded responses |
    | `provider.json` | the manifest for the hub |

    ```sh
    python3 -m unittest
    musicbus provider try . artists.search "Pink Floyd"
    musicbus provider certify . --fast
    ```

    To include the checks that count and block requests, give it a local upstream:
    `musicbus provider certify . --upstream-var MUSICBUS_EXAMPLE_URL=http://127.0.0.1:PORT`.

    Install it with `musicbus provider add .`; after a change, restart it with `musicbus provider reload`.

    See `Plugins/Template/README.md` of MusicBus for the tutorial, and `Protocol/README.md` for the protocol.

    """#
}
