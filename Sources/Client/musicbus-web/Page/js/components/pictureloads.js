// The loads of pictures. A browser has six connections to this server, and a host of pictures that hangs
// would keep them from everything else: so pictures use three, two for one host, and not for long.

const maxLoads = 3;
const maxOfHost = 2;
const maxMs = 8000;

/** The hosts and the starts of loads, by image. */
const loads = new WeakMap();
/** Images near the screen that wait, the next one first. */
const waiting = [];
/** The hosts of the images that are loaded now. */
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
    }
  }
  startNext();
}

function startNext() {
  for (const node of [...waiting]) {
    if (running.size >= maxLoads) return;
    const {host, start} = loads.get(node);
    if ([...running.values()].filter((one) => one === host).length >= maxOfHost) continue;
    waiting.splice(waiting.indexOf(node), 1);
    run(node, host, start);
  }
}

async function run(node, host, start) {
  running.set(node, host);
  const timer = setTimeout(() => giveUp(node), maxMs);
  const end = () => {
    clearTimeout(timer);
    observer.unobserve(node);
    running.delete(node);
    startNext();
  };
  node.addEventListener("load", end, {once: true});
  node.addEventListener("error", end, {once: true});
  if (!(await start())) end();
}

/** Ends a request, as if it had failed. */
function giveUp(node) {
  node.removeAttribute("srcset");
  node.removeAttribute("src");
  node.dispatchEvent(new Event("error"));
}
