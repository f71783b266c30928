extension SampleCatalog {
  /// The hand-written catalogue, most famous first.
  static let sample = SampleCatalog(
    artists: famous + lessFamous + Artist.nearNames,
    otherMedia: OtherMedium.all
  )

  private static let famous: [Artist] = [
    .pinkFloyd, .taylorSwift, .beatles, .queen, .radiohead, .coldplay, .u2, .nirvana, .daftPunk,
    .michaelJackson, .eminem, .adele, .metallica, .ledZeppelin, .bowie, .beyonce, .kendrickLamar,
    .variousArtists, .johnWilliams, .jackJohnson, .macklemoreAndRyanLewis, .macklemore, .slayer,
    .milesDavis, .bjork, .bts, .arcticMonkeys, .fleetwoodMac, .acdc, .massiveAttack,
  ]

  private static let lessFamous: [Artist] = [
    .simonAndGarfunkel, .hansZimmer, .utada, .kraftwerk, .sigurRos, .kino, .weezer, .portishead,
    .arethaFranklin, .missyElliott, .aphexTwin, .motherMother, .chkChkChk, .cafeTacvba, .bach,
    .queenAndBowie, .lanternQuay, .nirvanaOfLondon, .slayerElectronic, .johnWilliamsGuitarist,
    .variousArtistsAgain,
  ]
}
