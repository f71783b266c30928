#!/usr/bin/env node
// Artists of iTunes Search, on JSON lines: see Protocol/lines.md.
const say = (line) => console.log(JSON.stringify(line));
const artist = (it) => ({id: `node-itunes:artist:${it.artistId}`, name: it.artistName, genres: [it.primaryGenreName]});

require("readline").createInterface({input: process.stdin}).on("line", (text) => {
  const {id, params, json, status, cancel} = JSON.parse(text);
  if (params) say({id, fetch: `https://itunes.apple.com/search?entity=musicArtist&term=${encodeURIComponent(params.text)}`});
  else if (status) say({id, items: (json?.results ?? []).map(artist)});
  else if (cancel) say({id, items: []});
});
