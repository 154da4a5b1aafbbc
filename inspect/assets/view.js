"use strict";

// View shows one search.
class View {
  constructor(source, number, about) {
    Object.assign(this, { source, number, about });
    this.zoomed = ""; // the path of the node at the top of the flame graph
    this.selected = ""; // the path of the selected node
    this.tree = 0;
    this.rates = [];
    this.bars = new Bars((index) => index >= 0 && this.select(String(index)));
    this.curves = new Curves();
    this.depths = new Depths();
    this.position = new Position();
    this.flame = new Flame({ onselect: (path) => this.select(path), onzoom: (path) => this.zoom(path), players: [], rows: about.searches.length > 1 ? 14 : 0 });
    this.build();
  }

  build() {
    const card = (name, title, note, ...children) => element("section", { class: `card ${name}`, "aria-label": title }, element("header", {}, element("h2", {}, title), note), ...children);
    this.pill = element("span", { class: "pill" }, "loading");
    this.tiles = element("dl", { class: "tiles" });
    this.variation = element("div", { class: "variation", hidden: "" });
    this.bestLine = element("div", { class: "variation", hidden: "" });
    this.shownPaths = new Map();
    this.crumbs = element("nav", { class: "crumbs", "aria-label": "path" });
    this.trees = element("select", { "aria-label": "tree", hidden: "", onchange: () => { this.tree = +this.trees.value; this.select(""); this.zoom(""); } });
    this.scale = element("span", { class: "note scale" });
    this.line = element("p", { class: "note", style: "margin: 0 0 8px" });
    const keys = element("p", { class: "keys" }, "Click to select a node, click it again to zoom in, click the top to zoom out. Keys: arrows, ", element("kbd", {}, "Enter"), ", ", element("kbd", {}, "Esc"), ".");
    this.element = element("section", { class: "view", "aria-label": this.about.searches[this.number] },
      element("header", {}, element("h2", {}, this.about.searches[this.number]), this.pill),
      element("div", { class: "cards" }, this.tiles,
        card("actions", "Actions", null, this.bars.element, this.variation, this.bestLine),
        card("position", "Position", null, this.line, this.position.element),
        card("tree", "Tree", this.scale, this.trees, this.crumbs, this.flame.element, keys),
        this.curvesCard = card("curves", "Shares of the visits", element("span", { class: "note" }, "over the simulations"), this.curves.element),
        card("depths", "Depths", element("span", { class: "note" }, "at which simulations left the tree"), this.depths.element)));
    this.position.element.parentElement.classList.add("has-board");
  }

  ask(name, parameters = {}) {
    return this.source.get(name, { search: this.number, ...parameters });
  }

  // refresh loads what has changed. full says that it is time for the tree, too.
  async refresh(full) {
    const status = await this.ask("status");
    const changed = status.epoch !== this.status?.epoch;
    const grown = status.visits !== this.drawn;
    const ended = this.status?.running && !status.running;
    this.measure(status);
    this.status = status;
    if (this.number === 0) {
      if (changed) colorNumbers.clear();
      for (const a of status.actions) if (a.id >= 0) colorNumbers.set(a.action, a.id);
    }
    if (changed) {
      this.selected = this.zoomed = "";
      this.curves.load(await this.ask("history"));
      this.curvesCard.hidden = !this.source.live && this.curves.history.visits.length < 2;
    } else {
      this.curves.add(status);
    }
    this.show();
    if (changed || ended || (full && grown)) {
      this.drawn = status.visits;
      await this.reload();
    }
  }

  async reload() {
    const at = { tree: this.tree, epoch: this.status.epoch };
    const zoomed = this.zoomed;
    const width = Math.max(400, Math.round(this.flame.element.clientWidth));
    const tree = await this.ask("tree", { ...at, path: zoomed, nodes: Math.min(6000, 3 * width) });
    if (zoomed === this.zoomed && !this.flame.animation) this.flame.load(tree, zoomed);
    if (this.flame.current < 0) this.flame.mark(this.selected);
    this.depths.show(await this.ask("depths", at));
    await this.look();
    this.explainColors();
  }

  // look loads the selected node.
  async look() {
    const selected = this.selected;
    const node = await this.ask("board", { tree: this.tree, epoch: this.status.epoch, path: selected });
    if (selected !== this.selected) return;
    this.position.show(node, this.status.players);
    setText(this.line, selected === "" ? "At the root." : `After ${node.steps.map((s) => s.action).join(" ")}.`);
    this.node = node;
    this.showCrumbs();
  }

  async select(path) {
    this.selected = path;
    this.flame.mark(path);
    this.show();
    await this.guard(() => this.look());
  }

  async zoom(path) {
    this.zoomed = path;
    this.flame.animation = null; // the last choice counts, not one that is still on its way
    await this.guard(async () => {
      const tree = await this.ask("tree", { tree: this.tree, epoch: this.status.epoch, path, nodes: 4000 });
      if (path !== this.zoomed) return;
      this.flame.load(tree, path);
      this.flame.mark(this.selected);
      this.showCrumbs();
    });
  }

  // guard runs an action of the user, after which the root may turn out to be another one.
  async guard(action) {
    try {
      await action();
    } catch (e) {
      if (!(e instanceof SourceError)) throw e;
    }
  }

  // measure computes simulations per second over the last seconds.
  measure(s) {
    const last = this.rates.at(-1);
    if (last && (last.epoch !== s.epoch || last.simulations > s.simulations)) this.rates = [];
    this.rates.push({ epoch: s.epoch, simulations: s.simulations, seconds: s.seconds });
    if (this.rates.length > 12) this.rates.shift();
    const first = this.rates[0];
    const time = s.seconds - first.seconds;
    this.rate = s.running && time > 0.2 ? (s.simulations - first.simulations) / time : s.seconds > 0 ? s.simulations / s.seconds : 0;
  }

  show() {
    const s = this.status;
    this.flame.players = s.players;
    this.pill.classList.toggle("running", s.running);
    const unsearched = s.simulations === 0 && !s.running;
    setText(this.pill, s.running ? "running" : unsearched ? "not started" : `stopped: ${s.reason || s.stop}`);
    const values = s.values?.map((v, p) => `${player(s.players, p)} ${v.toFixed(3)}`).join(", ");
    const best = s.actions.find((a) => a.action === s.action);
    this.tile("Best action", s.action || "–", s.proven ? "proven" : best && best.visits ? `mean ${value(best.mean)}` : "");
    this.tile("Simulations", whole(s.simulations), s.inherited ? `and ${short(s.inherited)} kept` : "");
    this.tile("Per second", this.rate ? short(this.rate) : "–", "simulations");
    this.tile("Nodes", short(s.nodes), s.full ? "the tree is full" : s.trees > 1 ? `in ${s.trees} trees` : "");
    this.tile("Memory", s.bytes ? bytes(s.bytes) : "–", "of the tree");
    this.tile("Time", seconds(s.seconds), s.running ? "so far" : "");
    this.tile("Mean returns", values ? s.values.map((v) => v.toFixed(3)).join(" : ") : "–", values ? s.values.map((_, p) => player(s.players, p)).join(" : ") : "");
    this.bars.show(s, this.selected === "" ? -1 : +this.selected.split(".")[0]);
    this.showVariation();
    this.showTrees();
  }

  tile(name, text, small) {
    this.parts ??= new Map();
    let part = this.parts.get(name);
    if (!part) {
      part = { text: element("span"), small: element("small") };
      this.parts.set(name, part);
      this.tiles.append(element("div", { class: "tile" }, element("dt", {}, name), element("dd", {}, part.text, part.small)));
    }
    setText(part.text, text);
    setText(part.small, small || "\u00a0");
  }

  showVariation() {
    const { pv, best } = this.status;
    this.showPath(this.variation, "Principal variation", pv, 0);
    this.showPath(this.bestLine, best ? `Best line: ${best.return}` : "", best?.steps ?? [], best?.more ?? 0);
  }

  // showPath shows the first actions of a path in the tree as buttons that lead to their nodes. The path has so many more.
  showPath(part, title, path, more) {
    const shown = path.slice(0, 24);
    const key = JSON.stringify([title, shown, this.tree, this.selected]);
    part.hidden = shown.length === 0;
    if (key === this.shownPaths.get(part)) return;
    this.shownPaths.set(part, key);
    const buttons = shown.map((s, i) => {
      const steps = shown.slice(0, i + 1).map((p) => p.index);
      const to = steps.join(".");
      const known = this.tree === 0 && !steps.includes(-1);
      return element("button", { class: to === this.selected ? "on" : "", ...(known ? {} : { disabled: "" }), onclick: () => this.select(to) }, s.action);
    });
    more += path.length - shown.length;
    part.replaceChildren(element("h3", {}, title), ...buttons, ...(more > 0 ? [element("small", {}, `and ${more} more`)] : []));
  }

  showTrees() {
    const n = this.status.trees;
    this.trees.hidden = n < 2;
    if (this.trees.children.length === n) return;
    this.trees.replaceChildren(...Array.from({ length: n }, (_, i) => element("option", { value: i }, `tree ${i + 1} of ${n}`)));
  }

  // showCrumbs shows where the flame graph is.
  showCrumbs() {
    const steps = this.zoomed === "" ? [] : this.zoomed.split(".");
    const names = this.node?.steps.map((s) => s.action) || [];
    const isPrefix = this.selected === this.zoomed || this.selected.startsWith(this.zoomed + ".");
    if (isPrefix) this.names = names;
    const key = JSON.stringify([this.zoomed, this.names]);
    if (key === this.shownCrumbs) return;
    this.shownCrumbs = key;
    const buttons = steps.map((_, i) => element("button", { onclick: () => this.zoom(steps.slice(0, i + 1).join(".")) }, this.names?.[i] ?? "…"));
    this.crumbs.hidden = steps.length === 0;
    this.crumbs.replaceChildren(element("button", { onclick: () => this.zoom("") }, "root"), ...buttons.flatMap((b) => [element("span", {}, "›"), b]));
    this.crumbs.style.marginBottom = "8px";
  }

  explainColors() {
    const [low, high] = this.flame.range;
    const key = `${low} ${high}`;
    if (key === this.shownScale) return;
    this.shownScale = key;
    this.scale.replaceChildren("mean for the chooser ", (+low.toFixed(2)).toString(), element("i", { style: `background: ${viridisGradient}` }), (+high.toFixed(2)).toString());
  }
}
