"use strict";

const rowHeight = 22;
const maxRows = 20;

// meansOf returns the range of the means of the nodes that can be seen well, in round numbers. The
// colors of most trees would hardly differ on the whole range of the returns.
function meansOf(nodes) {
  const wide = nodes.filter((n) => n.path !== "" && n.visits * 200 >= nodes[0].visits);
  if (wide.length === 0) return [0, 1];
  const low = wide.reduce((least, n) => Math.min(least, n.mean), Infinity);
  const high = wide.reduce((most, n) => Math.max(most, n.mean), -Infinity);
  const step = high - low > 1 ? 0.5 : 0.1;
  const range = [Math.floor(low / step) * step, Math.ceil(high / step) * step];
  return range[1] > range[0] ? range : [low - step, high + step];
}

// Flame shows the tree below a node as a flame graph that grows downwards: the width of a node is
// its share of the visits, and its color the mean for the player that chose its action.
class Flame {
  constructor({ onselect, onzoom, players, rows }) {
    Object.assign(this, { onselect, onzoom, players, least: rows || 8 });
    this.nodes = []; // {parent, index, visits, mean, chooser, action, more, position, total, again, depth, x0, x1, children, path}
    this.range = [0, 1];
    this.window = { x0: 0, x1: 1, top: 0 }; // what the canvas shows
    this.current = 0; // the number of the selected node, or -1
    this.frames = []; // the time of the last drawings in milliseconds
    this.canvas = element("canvas", { tabindex: "0", role: "application", "aria-label": "Tree of the search. Arrow keys move, Enter zooms in, Escape zooms out." });
    this.tip = element("div", { class: "tip", hidden: "" });
    this.spoken = element("p", { class: "hidden-text", "aria-live": "polite" });
    this.element = element("div", { class: "flame" }, this.canvas, this.tip, this.spoken);
    this.canvas.addEventListener("pointermove", (e) => this.hover(e));
    this.canvas.addEventListener("pointerleave", () => this.hover(null));
    this.canvas.addEventListener("click", (e) => this.click(this.at(e)));
    this.canvas.addEventListener("keydown", (e) => this.key(e));
    new ResizeObserver(() => this.plan()).observe(this.element);
    darkMode.addEventListener("change", () => this.plan());
  }

  // load shows a tree whose top node has a path from the root.
  load({ nodes }, path) {
    const selected = this.nodes[this.current]?.path;
    this.nodes = nodes.map(([parent, index, visits, mean, chooser, action, more, position, total = visits]) => ({ parent, index, visits, mean, chooser, action, more, position, total, children: [] }));
    this.byPath = new Map();
    const met = new Set();
    this.rows = 1;
    this.nodes.forEach((n, i) => {
      const up = this.nodes[n.parent];
      n.path = !up ? path : up.path === "" ? String(n.index) : `${up.path}.${n.index}`;
      n.depth = up ? up.depth + 1 : 0;
      this.rows = Math.max(this.rows, n.depth + 1);
      up?.children.push(i);
      n.again = n.more && met.has(n.position); // its children are drawn at another node of its position
      if (n.position) met.add(n.position);
      this.byPath.set(n.path, i);
    });
    this.range = meansOf(this.nodes);
    this.place();
    this.window = { x0: 0, x1: 1, top: 0 };
    this.current = this.byPath.get(selected) ?? -1;
    this.plan();
  }

  // place gives every node its place between its siblings, which keep the order of their first
  // visits, so that nodes stay where they are while the tree grows.
  place() {
    for (const n of this.nodes) {
      if (n.parent < 0) [n.x0, n.x1] = [0, 1];
      n.children.sort((a, b) => this.nodes[a].index - this.nodes[b].index);
      const perVisit = n.total > 0 ? (n.x1 - n.x0) / n.total : 0;
      let x = n.x0;
      for (const c of n.children) {
        const child = this.nodes[c];
        child.x0 = x;
        x = child.x1 = Math.min(n.x1, x + child.visits * perVisit);
      }
    }
  }

  // plan draws before the next frame of the browser.
  plan() {
    if (this.planned) return;
    this.planned = true;
    requestAnimationFrame((now) => {
      this.planned = false;
      this.animate(now);
      this.draw();
    });
  }

  animate(now) {
    const a = this.animation;
    if (!a) return;
    const share = Math.min(1, (now - a.start) / 220);
    const eased = 1 - (1 - share) ** 3;
    for (const k of ["x0", "x1", "top"]) this.window[k] = a.from[k] + (a.to[k] - a.from[k]) * eased;
    if (share < 1) this.plan();
    else {
      this.animation = null;
      a.done();
    }
  }

  draw() {
    const start = performance.now();
    const width = this.element.clientWidth;
    const height = Math.min(this.least > 8 ? this.least : maxRows, Math.max(this.least, this.rows || 1)) * rowHeight;
    const ratio = devicePixelRatio || 1;
    if (this.canvas.width !== Math.round(width * ratio) || this.canvas.height !== Math.round(height * ratio)) {
      this.canvas.width = Math.round(width * ratio);
      this.canvas.height = Math.round(height * ratio);
      this.canvas.style.height = `${height}px`;
    }
    const c = this.canvas.getContext("2d");
    c.setTransform(ratio, 0, 0, ratio, 0, 0);
    c.fillStyle = themeColor("--faint");
    c.fillRect(0, 0, width, height);
    c.font = `12px ${themeColor("--sans")}`;
    c.textBaseline = "middle";
    const scale = width / (this.window.x1 - this.window.x0);
    const [low, high] = this.range;
    for (const n of this.nodes) {
      const y = (n.depth - this.window.top) * rowHeight;
      const x = (n.x0 - this.window.x0) * scale;
      const w = (n.x1 - n.x0) * scale;
      if (w < 0.4 || y <= -rowHeight || y >= height || x > width || x + w < 0) continue;
      const [fill, ink] = n.parent < 0 && n.path === "" ? [themeColor("--line"), themeColor("--text")] : shades[Math.round(63 * Math.min(1, Math.max(0, (n.mean - low) / (high - low || 1))))];
      c.fillStyle = fill;
      c.fillRect(x, y, Math.max(0.6, w - (w > 3 ? 1 : 0)), rowHeight - 1);
      if (w > 24) this.label(c, n, Math.max(x, 0), y, Math.min(x + w, width) - Math.max(x, 0), ink);
    }
    const n = this.nodes[this.current];
    if (n) {
      c.strokeStyle = themeColor("--text");
      c.lineWidth = 2;
      c.strokeRect((n.x0 - this.window.x0) * scale + 1, (n.depth - this.window.top) * rowHeight + 1, Math.max(2, (n.x1 - n.x0) * scale - 3), rowHeight - 3);
    }
    this.frames.push(performance.now() - start);
    if (this.frames.length > 200) this.frames.shift();
  }

  // label writes as much of the name of a node as has room.
  label(c, n, x, y, room, ink) {
    const name = n.path === "" ? `${short(n.visits)} visits` : n.action + (n.again ? " ↗" : "");
    const long = n.path === "" ? name : `${name}  ${Math.round(100 * (n.x1 - n.x0))} %`;
    const perLetter = 7;
    const text = long.length * perLetter + 10 <= room ? long : name.slice(0, Math.max(0, Math.floor((room - 8) / perLetter)));
    if (!text) return;
    c.fillStyle = ink;
    c.fillText(text, x + 5, y + rowHeight / 2);
  }

  // at returns the number of the node under the pointer, or -1.
  at(e) {
    const box = this.canvas.getBoundingClientRect();
    const depth = Math.floor((e.clientY - box.top) / rowHeight + this.window.top);
    const x = this.window.x0 + ((e.clientX - box.left) / box.width) * (this.window.x1 - this.window.x0);
    return this.nodes.findIndex((n) => n.depth === depth && n.x0 <= x && x < n.x1);
  }

  hover(e) {
    const n = e && this.nodes[this.at(e)];
    this.tip.hidden = !n;
    if (!n) return;
    setText(this.tip, this.describe(n));
    const box = this.element.getBoundingClientRect();
    const left = Math.min(e.clientX - box.left + 12, box.width - this.tip.offsetWidth - 4);
    this.tip.style.left = `${Math.max(0, left)}px`;
    this.tip.style.top = `${e.clientY - box.top + 18}px`;
  }

  describe(n) {
    if (n.path === "") return `root: ${whole(n.visits)} visits`;
    const up = this.nodes[n.parent];
    const share = up ? `, ${percent(n.visits / up.total)} of its parent` : "";
    const lines = n.total === n.visits ? "" : `; position ${n.position}, reached by several lines: ${whole(n.total)} visits in all`;
    return `${n.action}: ${whole(n.visits)} visits${share}, mean ${value(n.mean)} for ${player(this.players, n.chooser)}${lines}${n.again ? "; its actions are drawn at another place" : ""}`;
  }

  // click selects a node; a click on the selected node zooms to it, one on the top out of it.
  click(i) {
    if (i < 0) return;
    if (i === 0) this.up();
    else if (i === this.current || this.nodes[i].path === this.clicked) this.zoom(i);
    else this.select(i);
    this.clicked = this.nodes[i]?.path;
  }

  select(i) {
    this.current = i;
    setText(this.spoken, this.describe(this.nodes[i]));
    this.plan();
    this.onselect(this.nodes[i].path);
  }

  // mark shows which node is selected elsewhere on the page.
  mark(path) {
    this.current = this.byPath?.get(path) ?? -1;
    this.clicked = undefined;
    this.plan();
  }

  zoom(i) {
    const n = this.nodes[i];
    if (!n || i === 0 || n.children.length === 0 && !n.more) return;
    this.glide({ x0: n.x0, x1: n.x1, top: n.depth }, () => this.onzoom(n.path));
  }

  // up zooms out to the parent of the top.
  up() {
    const path = this.nodes[0]?.path;
    if (path) this.onzoom(path.split(".").slice(0, -1).join("."));
  }

  glide(to, done) {
    if (reducedMotion.matches) {
      done();
      return;
    }
    this.animation = { from: { ...this.window }, to, start: performance.now(), done };
    this.plan();
  }

  key(e) {
    const n = this.nodes[this.current] || this.nodes[0];
    if (!n) return;
    const up = this.nodes[n.parent];
    const beside = (step) => up && up.children[up.children.indexOf(this.byPath.get(n.path)) + step];
    const widest = () => n.children.reduce((best, c) => (best === undefined || this.nodes[c].visits > this.nodes[best].visits ? c : best), undefined);
    const keys = { ArrowUp: () => n.parent, ArrowDown: widest, ArrowLeft: () => beside(-1), ArrowRight: () => beside(1), Home: () => 0 };
    if (keys[e.key]) {
      const to = keys[e.key]();
      if (to !== undefined && to >= 0) this.select(to);
    } else if (e.key === "Enter" || e.key === " ") this.zoom(this.current);
    else if (e.key === "Escape" || e.key === "Backspace") this.up();
    else return;
    e.preventDefault();
  }
}
