"use strict";

const maxPoints = 600;
const maxCurves = 8;

// Curves shows the shares of the visits over the simulations.
class Curves {
  constructor() {
    this.element = element("div", { class: "chart" });
    this.empty = element("p", { class: "quiet" }, "The curves begin when a search runs.");
    this.element.append(this.empty);
    this.history = { labels: [], visits: [], counts: [] };
    new ResizeObserver(() => this.resize()).observe(this.element);
    darkMode.addEventListener("change", () => { this.key = ""; this.draw(); });
  }

  // load replaces the history by that of the source.
  load(history) {
    this.history = history;
    this.draw();
  }

  // add adds a point, by the rule of the server.
  add(status) {
    const h = this.history;
    const last = h.visits.at(-1) ?? 0;
    if (status.visits === 0 || (h.visits.length && status.visits < 1.002 * last + 1)) return;
    const counts = [];
    for (const a of status.actions) {
      if (a.id < 0) continue;
      h.labels[a.id] = a.action;
      counts[a.id] = a.visits;
    }
    h.visits.push(status.visits);
    h.counts.push(counts);
    if (h.visits.length > maxPoints) {
      h.visits = h.visits.filter((_, i) => i % 2 === 0);
      h.counts = h.counts.filter((_, i) => i % 2 === 0);
    }
    this.draw();
  }

  draw() {
    const h = this.history;
    const few = h.visits.length < 2;
    this.empty.hidden = !few;
    if (few) {
      this.plot?.destroy();
      this.plot = null;
      return;
    }
    const last = h.counts.at(-1);
    const ids = h.labels.map((_, id) => id).sort((a, b) => (last[b] || 0) - (last[a] || 0)).slice(0, maxCurves).sort((a, b) => a - b);
    const data = [h.visits, ...ids.map((id) => h.counts.map((counts, i) => (counts[id] === undefined ? null : counts[id] / h.visits[i])))];
    const key = ids.map((id) => `${id} ${h.labels[id]}`).join();
    if (this.plot && key === this.key) {
      this.plot.setData(data);
      return;
    }
    this.key = key;
    this.plot?.destroy();
    this.plot = new uPlot(this.options(ids), data, this.element);
  }

  options(ids) {
    const number = (id) => colorNumber(this.history.labels[id], id);
    const color = (id) => actionColor(number(id));
    const axis = { stroke: themeColor("--soft"), grid: { stroke: themeColor("--line"), width: 1 }, ticks: { show: false }, font: `12px ${themeColor("--sans")}` };
    return {
      width: Math.max(200, this.element.clientWidth),
      height: 210,
      scales: { x: { time: false }, y: { range: (_, least, most) => [0, most > 0.45 ? 1 : Math.max(0.01, Math.ceil(22 * most) / 20)] } },
      legend: { markers: { fill: (_, i) => (i > 0 ? color(ids[i - 1]) : "transparent"), width: 0 } },
      cursor: { drag: { x: true, y: false } },
      axes: [
        { ...axis, values: (_, splits) => splits.map((v) => short(v)) },
        { ...axis, size: 52, values: (_, splits) => splits.map((v) => `${+(100 * v).toFixed(1)} %`) },
      ],
      series: [
        { label: "visits", value: (_, v) => (v === null ? "" : whole(v)) },
        ...ids.map((id) => ({ label: this.history.labels[id], stroke: color(id), dash: actionDash(number(id)), width: 2, points: { show: false }, value: (_, v) => (v === null ? "" : percent(v)) })),
      ],
    };
  }

  resize() {
    this.plot?.setSize({ width: Math.max(200, this.element.clientWidth), height: 210 });
  }
}
