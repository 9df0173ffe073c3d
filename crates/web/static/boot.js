// Runs before the app: sets theme and language before anything is painted, remembers taps on the prerendered home page,
// loads the app, and says in plain words what went wrong when it cannot be loaded. Knows of the saved settings only that
// they are lines `name value`.

const page = document.documentElement;

/** The programs that were built: a development build has a single one for all pages. */
const PROGRAMS = "{{programs}}".split(" ");

/** The German texts of the prerendered home page, in the order of `texts`. */
const GERMAN = "{{german}}".split("\n");

const WORDS = {
  en: {
    loading: "Loading…",
    old: "This browser has no WebAssembly, which Halfboard needs. Any current browser has it.",
    failed: "Halfboard could not be loaded. Check the connection and load the page again.",
  },
  de: {
    loading: "Wird geladen …",
    old: "Dieser Browser hat kein WebAssembly, das Halfboard braucht. Jeder aktuelle Browser hat es.",
    failed: "Halfboard konnte nicht geladen werden. Prüfe die Verbindung und lade die Seite neu.",
  },
};

function saved(name) {
  let text = "";
  try {
    text = localStorage.getItem("halfboard.settings") ?? "";
  } catch {
    // A browser that allows no storage throws: then the defaults hold.
  }
  const line = text.split("\n").find((line) => line.startsWith(`${name} `));
  return line?.slice(name.length + 1);
}

function theme() {
  const chosen = saved("theme");
  if (["light", "dark", "contrast"].includes(chosen)) return chosen;
  if (matchMedia("(prefers-contrast: more)").matches) return "contrast";
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

function language() {
  const wanted = [saved("language"), ...(navigator.languages ?? [])].filter((tag) => tag && tag !== "browser");
  return wanted.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => tag in WORDS) ?? "en";
}

/** Says a sentence where the page says that it is loading, if that is still there. */
function say(words) {
  const note = document.getElementById("first-note");
  if (note) note.textContent = words;
}

/** Caches all files for offline use. Without it the app works as well, but only online. */
async function cacheForOffline() {
  if (!("serviceWorker" in navigator)) return;
  try {
    await navigator.serviceWorker.register(new URL("sw.js", ROOT));
    await navigator.serviceWorker.ready;
    page.dataset.offline = "ready";
  } catch (problem) {
    console.info("Not available offline:", problem);
  }
}

/** The folder of the app: that of the page, unless the page was asked for by a path below it. */
const ROOT = new URL(page.dataset.root || ".", location.href);

/** The pages that have a path, and what their hash begins with. The service worker has the same list. */
const PATHS = { g: "online", puzzle: "puzzles", daily: "solitaire/daily", analysis: "analysis" };

/** Turns a path like `/g/ID` into the hash that the app knows, and makes addresses in the page independent of the path. */
function settle() {
  page.dataset.assets = new URL(page.dataset.assets, location.href).href;
  const [first, ...rest] = location.pathname.slice(ROOT.pathname.length).split("/");
  if (!Object.hasOwn(PATHS, first)) return;
  for (const link of document.querySelectorAll("link:not([rel=stylesheet])")) link.setAttribute("href", link.href);
  const hash = `#/${[PATHS[first], ...rest].join("/")}${location.search}`;
  history.replaceState(null, "", ROOT.pathname + (location.hash || hash));
}

/** Whether the hash is that of a study page, which only the larger program has. */
const isStudyPage = () => /^#?\/*(analysis|archive|solitaire|puzzles|fairness|games|learn|rules|gaps|about)(?![^/?])/.test(location.hash);

/**
 * The program that a page needs: the study pages have one of their own, which can do everything; the other is smaller and
 * there sooner. That one loads the page again when it is led to a page that it lacks, and leaves a mark, so that a hash
 * which is read otherwise here than there does not go round in circles.
 */
function program() {
  let led = false;
  try {
    led = sessionStorage.getItem("halfboard.study") !== null;
    sessionStorage.removeItem("halfboard.study");
  } catch {
    // Without storage the hash alone decides.
  }
  return led || isStudyPage() || !PROGRAMS.includes("halfboard") ? "halfboard_study" : "halfboard";
}

/** What to show before the app is there: the home page as a newcomer sees it, only its place, or only the header. */
function firstView() {
  if (!/^#?\/*$/.test(location.hash)) return "other";
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith("halfboard."));
    return keys.some((key) => key !== "halfboard.settings") ? "returning" : "home";
  } catch {
    return "home";
  }
}

/** The texts of an element, as [node, property or attribute]; letters in pictures are none. */
function texts(root) {
  const found = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.nodeType === Node.ELEMENT_NODE && node.hasAttribute("aria-label")) found.push([node, "ariaLabel"]);
    const isText = node.nodeType === Node.TEXT_NODE && node.data.trim() && !node.parentElement.closest("svg");
    if (isText) found.push([node, "data"]);
  }
  return found;
}

/** Translates the prerendered page, whose parts are its skip link, header and main element. */
function translate(first) {
  const parts = [...first.querySelectorAll(":scope > :not(#first-note, noscript)")].flatMap(texts);
  if (page.lang === "de" && GERMAN.length >= parts.length) {
    parts.forEach(([node, property], index) => (node[property] = GERMAN[index]));
  }
}

/** What can be tapped before the app is there, besides links, which only change the hash. */
const TAPPABLE = "button, input, summary";

/** The taps, as numbers of elements among all that can be tapped. */
const taps = [];

function remember(event) {
  const element = event.target.closest?.(TAPPABLE);
  if (!element) return;
  taps.push([...document.querySelectorAll(TAPPABLE)].indexOf(element));
  element.setAttribute("aria-busy", "true");
}

/** Does what was tapped before the app was there: it has drawn the same elements. */
async function replay() {
  for (const index of taps) {
    document.querySelectorAll(TAPPABLE)[index]?.click();
    await new Promise((go) => setTimeout(go));
  }
}

async function start() {
  page.dataset.theme = theme();
  page.lang = language();
  const words = WORDS[page.lang];
  settle();
  page.dataset.first = firstView();
  const name = program();
  // Asked for before the script that will read it, so that both are on their way at once.
  const wasm = typeof WebAssembly === "object" && fetch(new URL(`${name}_bg.wasm`, import.meta.url));
  // This script may run before the page is parsed, and the app wants a body.
  if (document.readyState === "loading") {
    await new Promise((go) => document.addEventListener("DOMContentLoaded", go, { once: true }));
  }
  const first = document.getElementById("first");
  translate(first);
  if (!wasm) {
    page.dataset.failed = "";
    say(words.old);
    return;
  }
  say(words.loading);
  first.addEventListener("click", remember);
  const follow = () => {
    page.dataset.first = firstView();
    if (isStudyPage() && name === "halfboard") location.reload();
  };
  addEventListener("hashchange", follow);
  try {
    const { default: init } = await import(`./${name}.js`);
    await init({ module_or_path: wasm });
  } catch (problem) {
    console.error(problem);
    say(words.failed);
    page.dataset.failed = "";
    return;
  }
  removeEventListener("hashchange", follow);
  first.remove();
  page.dataset.ready = "";
  performance.mark("ready");
  await replay();
  await cacheForOffline();
}

await start();
