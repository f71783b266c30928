extension Catalogue {
  /// The hand-written catalogue, most famous first.
  static let sample = Catalogue(artists: [.pinkFloyd], otherMedia: [])
}
