// Runs before the app: sets the theme before anything is painted, loads the app, and says in plain words what went wrong
// when it cannot be loaded. Knows of the kept settings only that they are lines `name value`.

const page = document.documentElement;

/** The programs that were built: a development build has a single one for all pages. */
const PROGRAMS = "{{programs}}".split(" ");

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

function kept(name) {
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
  const chosen = kept("theme");
  if (["light", "dark", "contrast"].includes(chosen)) return chosen;
  if (matchMedia("(prefers-contrast: more)").matches) return "contrast";
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

function language() {
  const wanted = [kept("language"), ...(navigator.languages ?? [])].filter((tag) => tag && tag !== "browser");
  return wanted.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => tag in WORDS) ?? "en";
}

/** Says a sentence where the page says that it is loading, if that is still there. */
function say(words) {
  const note = document.getElementById("first-note");
  if (note) note.textContent = words;
}

/** Keeps all files for the time without a network. Without it the app works as well, but only online. */
async function keepForOffline() {
  if (!("serviceWorker" in navigator)) return;
  try {
    await navigator.serviceWorker.register(new URL("sw.js", ROOT));
    await navigator.serviceWorker.ready;
    page.dataset.offline = "ready";
  } catch (problem) {
    console.info("Not available offline:", problem);
  }
}

/**
 * The program that an address wants: the study pages have one of their own, which can do everything; the other is
 * smaller and there sooner. That one loads the page again when it is led to a room that it lacks, and leaves a mark, so that
 * an address which is read otherwise here than there does not go round in circles.
 */
function program() {
  let led = false;
  try {
    led = sessionStorage.getItem("halfboard.study") !== null;
    sessionStorage.removeItem("halfboard.study");
  } catch {
    // Without storage the address alone decides.
  }
  const wanted = /^#?\/*(analysis|solitaire|puzzles|fairness)(?![^/?])/.test(location.hash);
  return led || wanted || !PROGRAMS.includes("halfboard") ? "halfboard_study" : "halfboard";
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

async function start() {
  page.dataset.theme = theme();
  page.lang = language();
  const words = WORDS[page.lang];
  settle();
  // This script may run before the page is parsed, and the app wants a body.
  if (document.readyState === "loading") {
    await new Promise((go) => document.addEventListener("DOMContentLoaded", go, { once: true }));
  }
  if (typeof WebAssembly !== "object") {
    say(words.old);
    return;
  }
  say(words.loading);
  try {
    const name = program();
    // Asked for before the script that will read it, so that both are on their way at once.
    const wasm = fetch(new URL(`${name}_bg.wasm`, import.meta.url));
    const { default: init } = await import(`./${name}.js`);
    await init({ module_or_path: wasm });
  } catch (problem) {
    console.error(problem);
    say(words.failed);
    page.dataset.failed = "";
    return;
  }
  document.getElementById("first")?.remove();
  page.dataset.ready = "";
  performance.mark("ready");
  await keepForOffline();
}

await start();
