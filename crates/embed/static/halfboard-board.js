// The custom element <halfboard-board>: a board of Halfboard on any web page. See docs/embedding.md.
//
//   <script type="module" src="https://example.org/embed/halfboard-board.js"></script>
//   <halfboard-board rules="lines-of-action" moves="a6c8 f1f3" coordinates></halfboard-board>
//
// The rules and the drawing are a WebAssembly module, which is loaded once, beside this script.

import init, { Game } from "./{{files}}/halfboard_embed.js";

const WORDS = {
  en: {
    first: "First position",
    previous: "Previous move",
    next: "Next move",
    last: "Last position",
    cancel: "Cancel",
    loading: "Loading…",
    failed: "The board could not be loaded.",
    ply: (ply, length, move) => (ply ? `Move ${ply} of ${length}: ${move}` : length ? `Start, ${length} moves` : "Start"),
    state: {
      white: "White to move",
      black: "Black to move",
      none: "Choose a colour",
      "1-0": "White wins",
      "0-1": "Black wins",
      "1/2-1/2": "Draw",
      solved: "Solved",
      stuck: "No move left",
    },
  },
  de: {
    first: "Erste Stellung",
    previous: "Voriger Zug",
    next: "Nächster Zug",
    last: "Letzte Stellung",
    cancel: "Abbrechen",
    loading: "Wird geladen …",
    failed: "Das Brett konnte nicht geladen werden.",
    ply: (ply, length, move) => (ply ? `Zug ${ply} von ${length}: ${move}` : length ? `Start, ${length} Züge` : "Start"),
    state: {
      white: "Weiß am Zug",
      black: "Schwarz am Zug",
      none: "Wähle eine Farbe",
      "1-0": "Weiß gewinnt",
      "0-1": "Schwarz gewinnt",
      "1/2-1/2": "Remis",
      solved: "Gelöst",
      stuck: "Kein Zug mehr möglich",
    },
  },
};

const STYLE = `
  :host { display: block; max-width: 34rem; font: 15px/1.4 system-ui, sans-serif; color: #26231f; }
  :host([hidden]) { display: none; }
  :host([data-dark]) { color: #efe8db; }
  .board { position: relative; outline-offset: 3px; }
  .board svg { display: block; width: 100%; height: auto; }
  .square { position: absolute; padding: 0; background: none; border: 0; border-radius: 12%; cursor: pointer; }
  .square::after { content: ""; position: absolute; inset: 38%; border-radius: 50%; background: #0f766e; opacity: 0; }
  .entering .square::after, .square:hover::after, .square:focus-visible::after { opacity: 0.75; }
  .bar { display: flex; flex-wrap: wrap; align-items: center; gap: 4px; margin-top: 6px; }
  .bar p { flex: 1; margin: 0 6px; min-width: 8em; }
  .bar button { min-width: 40px; min-height: 40px; font: inherit; color: inherit; background: none; cursor: pointer;
    border: 1px solid #8d837180; border-radius: 8px; }
  .bar button:disabled { opacity: 0.4; cursor: default; }
  .bar:empty { display: none; }
  .error { margin: 0; padding: 12px; color: #7a2e00; background: #fbe9d7; border-radius: 8px; }
`;

/** The address of the rules and the drawing. */
const PROGRAM = new URL("./{{files}}/halfboard_embed_bg.wasm", import.meta.url);

/** Resolves when they are there; they are loaded with the first element. */
let ready;
const isDark = matchMedia("(prefers-color-scheme: dark)");

/** Makes an element with properties and children. */
function make(tag, properties = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

class HalfboardBoard extends HTMLElement {
  static observedAttributes = ["rules", "position", "seed", "moves", "playable", "coordinates", "turned", "theme"];

  #game;
  #parts;
  #loading = false;

  connectedCallback() {
    if (!this.#parts) {
      const root = this.attachShadow({ mode: "open" });
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(STYLE);
      // A constructed sheet: pages that forbid inline styles show the board as well.
      root.adoptedStyleSheets = [sheet];
      this.#parts = {
        board: make("div", { className: "board", tabIndex: 0, role: "group" }),
        choices: make("div", { className: "bar choices" }),
        controls: make("div", { className: "bar controls" }),
      };
      root.append(this.#parts.board, this.#parts.choices, this.#parts.controls);
      this.#parts.board.addEventListener("keydown", (event) => this.#key(event));
      isDark.addEventListener("change", () => this.#draw());
    }
    this.#load();
  }

  attributeChangedCallback(name, before, now) {
    if (before === now || !this.#parts) return;
    if (["rules", "position", "seed", "moves"].includes(name)) this.#load();
    else this.#draw();
  }

  /** The position string of the position that is shown. */
  get position() {
    return this.#game?.position ?? "";
  }

  /** The moves that led to the position that is shown, separated by spaces. */
  get moves() {
    return this.#game?.moves ?? "";
  }

  /** The number of moves that led to the position that is shown; setting it steps through the moves. */
  get ply() {
    return this.#game?.ply ?? 0;
  }

  set ply(ply) {
    this.#game?.go(Math.max(0, Math.trunc(ply) || 0));
    this.#draw();
  }

  /** Plays a move, as if it had been tapped. Throws if it is not legal. */
  play(move) {
    this.#game?.play(move);
    this.#played(move);
  }

  get #words() {
    const tag = this.closest("[lang]")?.lang || navigator.language || "en";
    return WORDS[tag.slice(0, 2).toLowerCase()] ?? WORDS.en;
  }

  /** What the drawing functions take: theme, turned, coordinates. */
  get #look() {
    const wanted = this.getAttribute("theme") ?? "auto";
    const theme = wanted === "auto" ? (isDark.matches ? "dark" : "light") : wanted;
    return [theme, this.hasAttribute("turned"), this.hasAttribute("coordinates")];
  }

  async #load() {
    // Several attributes that change at once are one change.
    if (this.#loading) return;
    this.#loading = true;
    if (!this.#game) this.#parts.board.replaceChildren(make("p", { textContent: this.#words.loading }));
    let isLoaded = false;
    try {
      ready ??= init({ module_or_path: PROGRAM });
      await ready;
      isLoaded = true;
      this.#loading = false;
      const attribute = (name) => this.getAttribute(name) ?? undefined;
      const game = new Game(
        this.getAttribute("rules") ?? "",
        attribute("position"),
        attribute("seed"),
        this.getAttribute("moves") ?? "",
      );
      this.#game?.free();
      this.#game = game;
      this.#draw();
      this.dispatchEvent(new CustomEvent("ready"));
    } catch (problem) {
      this.#loading = false;
      console.error(problem);
      this.#fail(isLoaded ? (problem.message ?? String(problem)) : this.#words.failed);
    }
  }

  #fail(words) {
    this.#game?.free();
    this.#game = undefined;
    this.#parts.board.replaceChildren(make("p", { className: "error", role: "alert", textContent: words }));
    this.#parts.choices.replaceChildren();
    this.#parts.controls.replaceChildren();
  }

  #draw() {
    const game = this.#game;
    if (!game) return;
    const { board, choices, controls } = this.#parts;
    const words = this.#words;
    const focused = this.shadowRoot.activeElement?.dataset.name;
    let picture, steps;
    try {
      picture = game.svg(...this.#look);
      steps = this.hasAttribute("playable") ? game.choices(...this.#look).split("\n").filter(Boolean) : [];
    } catch (problem) {
      this.#fail(problem.message);
      return;
    }
    this.toggleAttribute("data-dark", this.#look[0] === "dark");
    const state = words.state[game.state] ?? words.state[game.state.split(" ")[0]] ?? game.state;
    const svg = new DOMParser().parseFromString(picture, "image/svg+xml").documentElement;
    svg.setAttribute("aria-hidden", "true");
    board.setAttribute("aria-label", `${game.name}, ${state}, ${game.position}`);
    board.classList.toggle("entering", game.entering);
    board.replaceChildren(document.adoptNode(svg));
    choices.replaceChildren();
    steps.forEach((line, number) => {
      const [label, square, ...place] = line.split("\t");
      const button = make("button", { type: "button", onclick: () => this.#choose(number) });
      button.dataset.name = square ?? label;
      if (square) {
        button.className = "square";
        button.ariaLabel = square;
        ["left", "top", "width", "height"].forEach((side, index) => (button.style[side] = `${place[index] * 100}%`));
        board.append(button);
      } else {
        button.textContent = label;
        choices.append(button);
      }
    });
    if (game.entering) choices.append(make("button", { type: "button", textContent: words.cancel, onclick: () => this.#cancel() }));
    this.#drawControls(controls, words, state);
    this.shadowRoot.querySelector(`[data-name="${CSS.escape(focused ?? "")}"]`)?.focus();
  }

  #drawControls(controls, words, state) {
    const { ply, length, last } = this.#game;
    const button = (sign, name, to) =>
      make("button", { type: "button", textContent: sign, ariaLabel: name, title: name, disabled: to === ply || to < 0 || to > length,
        onclick: () => (this.ply = to) });
    const status = make("p", { role: "status", textContent: `${words.ply(ply, length, last)}. ${state}` });
    if (!length) {
      controls.replaceChildren(status);
      return;
    }
    const buttons = [button("⏮", words.first, 0), button("◀", words.previous, ply - 1), status, button("▶", words.next, ply + 1),
      button("⏭", words.last, length)];
    buttons.forEach((one, index) => (one.dataset.name = `control-${index}`));
    controls.replaceChildren(...buttons);
  }

  #choose(number) {
    const move = this.#game.choose(number);
    if (move === undefined) this.#draw();
    else this.#played(move);
  }

  #cancel() {
    this.#game?.cancel();
    this.#draw();
  }

  #played(move) {
    this.#draw();
    const { position, moves, ply, state } = this.#game;
    const tell = (name, detail) => this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
    tell("move", { move, position, moves, ply });
    if (!["white", "black", "none"].includes(state)) tell("end", { result: state, position, moves });
  }

  #key(event) {
    const { ply = 0, length = 0 } = this.#game ?? {};
    const to = { ArrowLeft: ply - 1, ArrowRight: ply + 1, Home: 0, End: length }[event.key];
    if (event.key === "Escape") this.#cancel();
    else if (to === undefined) return;
    else this.ply = to;
    event.preventDefault();
  }
}

customElements.define("halfboard-board", HalfboardBoard);
