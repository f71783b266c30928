/// The rules that choose between several values of a member, as in the configuration.
package struct MergePolicy: Hashable, Sendable {
  /// A criterion that prefers one value to another.
  package enum Criterion: String, Hashable, Sendable, CaseIterable {
    /// The provider stands earlier in the list of providers.
    case provider
    /// More sources say so.
    case agreement
    /// The value itself is better: a longer text, a larger picture, a more exact date.
    case quality
    /// The record has more members filled.
    case completeness
    /// It was fetched later.
    case recency
  }

  /// The override for one member.
  package struct Member: Hashable, Sendable {
    /// Stands in place of the policy's providers.
    package var providers: [ProviderID]?
    /// Stands in place of the policy's criteria.
    package var criteria: [Criterion]?

    package init(providers: [ProviderID]? = nil, criteria: [Criterion]? = nil) {
      self.providers = providers
      self.criteria = criteria
    }
  }

  /// The most trusted first. One that is not listed comes after all that are, by name.
  package var providers: [ProviderID]
  /// The criteria in order; the first that distinguishes two values decides.
  package var criteria: [Criterion]
  /// By the member's name (`biography`), or for one kind only (`artist.biography`).
  package var members: [String: Member]
  /// The language of the call; texts in it come before others. No part of the configuration.
  package var language: String?

  package init(
    providers: [ProviderID] = [],
    criteria: [Criterion] = [.provider, .agreement, .quality, .completeness, .recency],
    members: [String: Member] = [:]
  ) {
    self.providers = providers
    self.criteria = criteria
    self.members = members
  }

  /// The policy that applies if none is configured.
  ///
  /// MusicBrainz is edited with care and comes first; the iTunes store writes names, prices and
  /// track counts reliably; TheAudioDB is filled in by its users. For texts, pictures and numbers
  /// that are easily mistyped, the value counts before the source.
  package static let standard = MergePolicy(
    providers: [
      "musicbrainz", "spotify", "itunes-search", "deezer", "audiodb", "wikipedia", "itunes-rss",
    ]
    .compactMap(ProviderID.init(rawValue:)),
    members: [
      "biography": Member(criteria: [.quality, .provider, .recency]),
      "artwork": Member(criteria: [.quality, .provider, .recency]),
      "bornYear": Member(criteria: [.agreement, .provider, .recency]),
      "diedYear": Member(criteria: [.agreement, .provider, .recency]),
      "formedYear": Member(criteria: [.agreement, .provider, .recency]),
      "disbandedYear": Member(criteria: [.agreement, .provider, .recency]),
      "durationMs": Member(criteria: [.agreement, .provider, .recency]),
      "followers": Member(criteria: [.recency, .provider]),
      "price": Member(criteria: [.recency, .provider]),
    ]
  )
}
