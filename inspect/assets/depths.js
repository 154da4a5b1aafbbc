"use strict";

// Depths shows the distribution of the depths at which simulations left the tree.
class Depths {
  constructor() {
    this.bars = element("div", { class: "histogram", role: "img" });
    this.ticks = element("div", { class: "ticks" });
    this.note = element("p", { class: "legend" });
    this.element = element("div", {}, this.bars, this.ticks, this.note);
  }

  show({ counts, sampled }) {
    const total = counts.reduce((sum, n) => sum + n, 0);
    const most = Math.max(1, ...counts);
    while (this.bars.children.length < counts.length) this.bars.append(element("i"));
    while (this.bars.children.length > counts.length) this.bars.lastChild.remove();
    counts.forEach((n, depth) => {
      const bar = this.bars.children[depth];
      bar.style.height = `${(100 * n) / most}%`;
      bar.title = `depth ${depth}: ${percent(n / Math.max(1, total))}`;
    });
    const step = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].find((s) => counts.length / s <= 10) || 2000;
    this.ticks.replaceChildren();
    for (let depth = 0; depth < counts.length; depth += step) {
      this.ticks.append(element("span", { style: `left: ${(100 * (depth + 0.5)) / counts.length}%` }, String(depth)));
    }
    const mean = counts.reduce((sum, n, depth) => sum + n * depth, 0) / Math.max(1, total);
    const text = total === 0 ? "No simulations yet." : `Mean ${mean.toFixed(1)}, greatest ${counts.length - 1} actions${sampled ? `, of ${whole(total)} simulations drawn at random` : ""}.`;
    setText(this.note, text);
    this.bars.setAttribute("aria-label", text);
  }
}
