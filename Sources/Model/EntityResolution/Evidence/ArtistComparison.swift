/// Scores whether two artists are the same.
struct ArtistComparison {
  let one: ArtistFeatures
  let other: ArtistFeatures

  func score(into evidence: inout Evidence) {
    if one.isPlaceholder || other.isPlaceholder { return }
    let areNamedAlike = scoreNames(into: &evidence)
    guard areNamedAlike else { return }
    if isOfNamesake {
      evidence.add(.namesake, areOnlyFit ? Weights.Artist.otherNamesake : Weights.Artist.namesake)
    }
    scoreYears(into: &evidence)
    switch one.facts.genres.relation(to: other.facts.genres) {
    case .same: evidence.add(.genres, Weights.Artist.sameGenre)
    case .shared: evidence.add(.genres, Weights.Artist.nearGenre)
    case .far: evidence.add(.genres, Weights.Artist.farGenre)
    case .unknown: break
    }
    if let first = one.facts.country, let second = other.facts.country {
      let same = first == second
      evidence.add(.country, same ? Weights.Artist.sameCountry : Weights.Artist.otherCountry)
    }
    let (fewer, more) = (min(one.followers, other.followers), max(one.followers, other.followers))
    if fewer > 0, more / fewer >= 100 {
      evidence.add(.followers, Weights.Artist.otherFollowers, more / fewer)
    }
  }

  /// Scores the names. Returns whether they agree.
  private func scoreNames(into evidence: inout Evidence) -> Bool {
    let (first, second) = (one.name, other.name)
    if first.name.text == second.name.text {
      evidence.add(.name, spellingWeight, 100)
      // A source that spells them apart lists two artists.
      let isSpelledApart = one.isListedApart(from: other) || other.isListedApart(from: one)
      if first.spelling != second.spelling, isSpelledApart {
        evidence.add(.spelling, Weights.Artist.otherSpelling)
      }
      return true
    }
    if one.aliases.contains(second.name) || other.aliases.contains(first.name) {
      evidence.add(.alias, Weights.Artist.alias)
      return true
    }
    // Of two artists of a name, the other name of a third one shows neither.
    if one.sharedAliases.contains(second.name) || other.sharedAliases.contains(first.name) {
      evidence.add(.alias, Weights.Artist.commonAlias)
      return true
    }
    guard first.name.isComparable(to: second.name) else {
      evidence.add(.otherScript, Weights.Artist.otherScript)
      return scoreAliases(into: &evidence)
    }
    let similarity = first.name.similarity(to: second.name)
    if similarity >= NameComparison.agreeing, !first.name.hasOtherWord(than: second.name) {
      evidence.add(.name, Weights.Artist.name[similarity], similarity)
      return true
    }
    if scoreAliases(into: &evidence) { return true }
    let isOtherWord = similarity >= NameComparison.agreeing
    evidence.add(
      .name,
      isOtherWord ? Weights.Artist.otherWord : Weights.Artist.name[similarity],
      similarity
    )
    return false
  }

  /// Whether the name that they have in common is that of another artist too. "Lady Antebellum" tells one Lady A from another.
  private var isOfNamesake: Bool {
    let (first, second) = (one.name.name, other.name.name)
    guard first != second else { return one.hasNamesake || other.hasNamesake }
    return one.hasNamesake && other.aliases.contains(first)
      || other.hasNamesake && one.aliases.contains(second)
  }

  /// Whether the facts fit, and not those of the others of this name.
  private var areOnlyFit: Bool {
    one.facts.support(other.facts) && !one.namesakes.contains { $0.support(other.facts) }
      && !other.namesakes.contains { $0.support(one.facts) }
  }

  /// Scores another name that both have. Returns whether there is one.
  private func scoreAliases(into evidence: inout Evidence) -> Bool {
    guard one.aliases.contains(where: other.aliases.contains) else { return false }
    evidence.add(.alias, Weights.Artist.commonAlias)
    return true
  }

  /// What the spelling of equal names shows: "Eagles" may be another band than "The Eagles".
  private var spellingWeight: Weight {
    let (first, second) = (one.name.spelling, other.name.spelling)
    if first == second { return Weights.Artist.spelled }
    if first.withoutArticle == second.withoutArticle { return Weights.Artist.article }
    return first.withoutAccents == second.withoutAccents
      ? Weights.Artist.accents : Weights.Artist.punctuation
  }

  private func scoreYears(into evidence: inout Evidence) {
    let (one, other) = (one.facts, other.facts)
    let areFormed = one.formedYear > 0 && other.formedYear > 0
    if let (first, second) = one.years(with: other) {
      let difference = abs(first - second)
      let weight =
        switch difference {
        case 0: Weights.Artist.sameYear
        case 1...2: Weights.Artist.nearYear
        case 3...9: Weights.Artist.otherYear
        default: Weights.Artist.farYear
        }
      evidence.add(areFormed ? .formedYear : .bornYear, weight, difference)
    } else if one.bornYear > 0 && other.formedYear > 0 || one.formedYear > 0 && other.bornYear > 0 {
      evidence.add(.artistType, Weights.Artist.otherType)
    }
    if one.disbandedYear > 0, other.disbandedYear > 0 {
      let difference = abs(one.disbandedYear - other.disbandedYear)
      let same = difference <= 1
      evidence.add(
        .disbandedYear,
        same ? Weights.Artist.nearYear : Weights.Artist.otherYear,
        difference
      )
    }
  }
}
