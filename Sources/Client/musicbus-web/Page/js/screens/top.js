// `/top?of=&country=`: the 100 most popular albums or songs of a country.

import {choice, radios, toggle} from "../components/controls.js";
import {failure, problemOf} from "../components/failure.js";
import {chartCard, grid, hint, rows, section, skeleton} from "../components/items.js";
import {SourceActivity} from "../components/sources.js";
import {el} from "../dom.js";
import {onFavorites} from "../favorites.js";
import {countriesWith} from "../format.js";
import {chart} from "../music.js";
import {go} from "../router.js";
import {settings} from "../settings.js";
import {entity} from "../store.js";

export function topScreen(_, query) {
  const state = {
    of: query.get("of") === "songs" ? "songs" : "albums",
    country: query.get("country") ?? settings.country,
    items: [],
    isFiltered: false,
    version: 0
  };
  const part = section(title(state));
  part.head.classList.add("visually-hidden");
  const sources = new SourceActivity();
  const filter = toggle("Favourites only", {
    disabled: true,
    onchange: (isOn) => {
      state.isFiltered = isOn;
      render();
    }
  });
  const reload = (values) => {
    Object.assign(state, values);
    go(`/top?of=${state.of}&country=${state.country}`, {replace: true});
    load();
  };
  const controls = el(
    "div.filters",
    radios(
      "Chart",
      [
        ["albums", "Albums"],
        ["songs", "Songs"]
      ],
      state.of,
      (of) => reload({of})
    ).node,
    choice("Country", countriesWith(state.country), state.country, (country) => reload({country})),
    filter
  );
  const marked = () => state.items.filter((one) => entity(one.id)?.favorite);
  const update = () => {
    filter.control.disabled = !marked().length && !state.isFiltered;
  };
  const render = () => {
    update();
    const shown = state.isFiltered ? marked() : state.items;
    if (!shown.length)
      return part.replace(
        hint(
          state.items.length
            ? "None of your favourites is in this chart."
            : "No chart for this country."
        )
      );
    part.replace(
      state.of === "songs" ? rows(shown, {number: (song) => song.rank}) : grid(shown, chartCard)
    );
  };
  const load = async () => {
    state.version += 1;
    const {version} = state;
    part.heading.textContent = title(state);
    part.replace(state.of === "songs" ? skeleton(10, "rows") : skeleton(12));
    sources.begin("chart.get");
    try {
      const reply = await chart(state.of, state.country, 100);
      if (version !== state.version) return;
      state.items = reply.items;
      sources.end("chart.get", reply.sources);
      const problem = problemOf(reply);
      // What stands in place of a chart loads it again by itself.
      if (problem) return part.replace(failure(problem, load));
      sources.repeat("chart.get", reply.sources, load);
      render();
    } catch (problem) {
      if (version !== state.version) return;
      state.items = [];
      sources.end("chart.get", problem.sources);
      part.replace(failure(problem, load));
    }
  };
  load();
  const dispose = onFavorites(() => (state.isFiltered ? render() : update()));
  const node = el(
    "div.screen",
    el("h1", {tabindex: -1}, "Top 100"),
    controls,
    part.node,
    sources.node
  );
  return {title: "Top 100", node, dispose};
}

const title = ({of}) => (of === "songs" ? "Songs" : "Albums");
