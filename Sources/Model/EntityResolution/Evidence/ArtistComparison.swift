/// Scores whether two artists are the same.
struct ArtistComparison {
  let one: ArtistFeatures
  let other: ArtistFeatures

  func score(into evidence: inout Evidence) {
    if one.isVarious, other.isVarious { return evidence.add(.various, Weights.same) }
    guard !one.name.isUnknown, !other.name.isUnknown else { return }
    let similarity = one.name.name.similarity(to: other.name.name)
    evidence.add(.name, Weights.points(similarity, Weights.Artist.name), similarity)
    guard similarity >= NameComparison.agreeing else { return }
    scoreYears(into: &evidence)
    switch one.genres.relation(to: other.genres) {
    case .shared: evidence.add(.genres, Weights.Artist.sameGenre)
    case .far: evidence.add(.genres, Weights.Artist.farGenre)
    case .unknown: break
    }
    if let first = one.country, let second = other.country {
      let same = first == second
      evidence.add(.country, same ? Weights.Artist.sameCountry : Weights.Artist.otherCountry)
    }
  }

  private func scoreYears(into evidence: inout Evidence) {
    let areFormed = one.formedYear > 0 && other.formedYear > 0
    let (first, second) =
      areFormed ? (one.formedYear, other.formedYear) : (one.bornYear, other.bornYear)
    if first > 0, second > 0 {
      let difference = abs(first - second)
      let points =
        switch difference {
        case 0: Weights.Artist.sameYear
        case 1...2: Weights.Artist.nearYear
        case 3...9: Weights.Artist.otherYear
        default: Weights.Artist.farYear
        }
      evidence.add(areFormed ? .formedYear : .bornYear, points, difference)
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
