// The loads of pictures. A browser has six connections to this server, and a host of pictures that hangs
// would keep them from everything else: so pictures use three, two for one host, and not for long.

const maxLoads = 3;
const maxOfHost = 2;
const maxMs = 8000;

/** The hosts and the starts of loads, by image. */
const loads = new WeakMap();
/** Images near the screen that wait, the next one first. */
const waiting = [];
/** The images that are loaded now, with their hosts and ends. */
const running = new Map();

const observer = new IntersectionObserver(moved, {rootMargin: "50%"});

/** Loads an image once it is near the screen: `start` sets its address, or returns `false`. */
export function loadNear(node, host, isFirst, start) {
  loads.set(node, {host, isFirst, start});
  observer.observe(node);
}

function moved(entries) {
  for (const {target, isIntersecting} of entries) {
    const index = waiting.indexOf(target);
    if (isIntersecting && index < 0 && !running.has(target)) {
      waiting.splice(loads.get(target).isFirst ? 0 : waiting.length, 0, target);
    } else if (!isIntersecting && index >= 0) {
      waiting.splice(index, 1);
    } else if (!target.isConnected && running.has(target)) {
      // It starts again if it comes back.
      clear(target);
      running.get(target).end.abort();
    }
  }
  startNext();
}

function startNext() {
  for (const node of [...waiting]) {
    if (running.size >= maxLoads) return;
    const {host} = loads.get(node);
    if ([...running.values()].filter((one) => one.host === host).length >= maxOfHost) continue;
    waiting.splice(waiting.indexOf(node), 1);
    run(node);
  }
}

async function run(node) {
  const {host, start} = loads.get(node);
  const end = new AbortController();
  const {signal} = end;
  running.set(node, {host, end});
  const timer = setTimeout(giveUp, maxMs, node);
  signal.addEventListener("abort", () => {
    clearTimeout(timer);
    running.delete(node);
    startNext();
  });
  const loaded = () => {
    observer.unobserve(node);
    end.abort();
  };
  node.addEventListener("load", loaded, {signal});
  node.addEventListener("error", loaded, {signal});
  if (!(await start())) loaded();
  else if (signal.aborted) clear(node);
}

/** Ends a request, as if it had failed. */
function giveUp(node) {
  clear(node);
  node.dispatchEvent(new Event("error"));
}

function clear(node) {
  node.removeAttribute("srcset");
  node.removeAttribute("src");
}
