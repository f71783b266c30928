extension Method {
  public static let libraryStatus = Method(rawValue: "library.status")
  public static let clearLibrary = Method(rawValue: "library.clear")
  public static let rebuildLibrary = Method(rawValue: "library.rebuild")
  public static let listReleases = Method(rawValue: "releases.list")
  public static let markReleasesSeen = Method(rawValue: "releases.seen")
}

extension Methods {
  /// The methods about the library and new releases.
  static let ofLibrary: [MethodSpec] = [
    MethodSpec(
      .libraryStatus,
      "returns the size of the library",
      .cache,
      gives: ["library"],
      isReadOnly: true
    ),
    MethodSpec(
      .clearLibrary,
      "removes all records from the library",
      .cache,
      gives: ["library"]
    ),
    MethodSpec(
      .rebuildLibrary,
      "indexes the library again",
      .cache,
      gives: ["library"]
    ),
    MethodSpec(
      .listReleases,
      "lists new albums of favourite artists, the last found first",
      .hub,
      gives: ["releases", "notes"],
      isReadOnly: true
    ),
    MethodSpec(
      .markReleasesSeen,
      "marks all new albums as seen",
      .hub,
      gives: ["releases"]
    ),
  ]
}
