"use strict";

const fewActions = 12;

// Bars shows the actions of the root.
class Bars {
  constructor(onselect) {
    this.onselect = onselect;
    this.rows = new Map(); // by action
    this.all = false;
    this.list = element("ul", { class: "bars" });
    this.more = element("button", { hidden: "", onclick: () => { this.all = !this.all; this.show(this.status, this.selected); } });
    this.legend = element("p", { class: "legend" });
    this.empty = element("p", { class: "quiet" }, "No simulations from this root yet.");
    this.element = element("div", {}, this.empty, this.list, this.more, this.legend);
    this.head = element("li", {}, element("div", { class: "bar head", "aria-hidden": "true" },
      element("span", { class: "name" }, "action"), element("span", { style: "grid-area: fill" }, "visits"), element("span", { class: "visits" }, ""),
      element("span", { class: "axis" }, element("span"), element("span")), element("span", { class: "mean" }, "mean"), element("span", { class: "badge" })));
  }

  row(action) {
    let row = this.rows.get(action.action);
    if (row) return row;
    const part = (tag, name, ...children) => element(tag, { class: name }, ...children);
    row = { swatch: element("i"), label: element("span"), fill: element("b"), prior: element("u"), interval: element("s"), bounds: element("q"), dot: element("b"), share: element("em"), count: element("span"), mean: part("span", "mean"), badge: part("span", "badge") };
    row.button = element("button", { class: "bar", onclick: () => this.onselect(row.index) },
      part("span", "name", row.swatch, row.label), part("span", "fill", row.fill, row.prior), part("span", "visits", row.count, " ", row.share),
      part("span", "plot", row.bounds, row.interval, row.dot), row.mean, row.badge);
    row.element = element("li", {}, row.button);
    this.rows.set(action.action, row);
    return row;
  }

  show(status, selected) {
    [this.status, this.selected] = [status, selected];
    const actions = status.actions;
    this.empty.hidden = actions.length > 0;
    this.list.hidden = this.legend.hidden = actions.length === 0;
    const shown = this.all ? actions : actions.slice(0, fewActions);
    const [low, high] = rangeOf(status);
    const total = Math.max(1, actions.reduce((sum, a) => sum + a.visits, 0));
    const most = Math.max(1, ...actions.map((a) => a.visits)) / total;
    this.list.classList.toggle("proofs", actions.some((a) => a.lower !== null && a.lower === a.upper));
    const priors = actions.some((a) => a.prior > 0);
    const place = (x) => `${(100 * Math.min(Math.max((x - low) / (high - low), 0), 1)).toFixed(2)}%`;
    const kept = new Set();
    const elements = shown.map((a) => {
      const row = this.row(a);
      kept.add(a.action);
      row.index = a.index;
      this.update(row, a, { total, most, low, high, place, best: a.action === status.action, selected: selected === a.index });
      return row.element;
    });
    for (const [action, row] of this.rows) {
      if (!kept.has(action)) { row.element.remove(); this.rows.delete(action); }
    }
    reorder(this.list, [this.head, ...elements]);
    [low, high].forEach((x, i) => setText(this.head.querySelector(".axis").children[i], String(+x.toFixed(2))));
    const rest = actions.length - fewActions;
    this.more.hidden = rest <= 0;
    setText(this.more, this.all ? "Show fewer" : `Show ${whole(rest)} more`);
    this.explain(priors, actions.some((a) => a.low !== null), actions.some((a) => a.lower !== null || a.upper !== null), status.more);
  }

  update(row, a, { total, most, low, high, place, best, selected }) {
    const color = actionColor(colorNumber(a.action, a.id));
    row.button.classList.toggle("best", best);
    row.button.classList.toggle("selected", selected);
    const exact = a.lower !== null && a.lower === a.upper;
    row.button.classList.toggle("proven", exact);
    row.swatch.style.background = row.fill.style.background = row.dot.style.background = color;
    setText(row.label, a.action);
    row.fill.style.width = `${(100 * a.visits) / total / most}%`;
    row.prior.hidden = !(a.prior > 0);
    row.prior.style.left = `${Math.min(100, (100 * a.prior) / most)}%`;
    setText(row.count, whole(a.visits));
    setText(row.share, percent(a.visits / total));
    row.interval.hidden = a.low === null;
    if (a.low !== null) {
      row.interval.style.left = place(a.low);
      row.interval.style.width = `calc(${place(a.high)} - ${place(a.low)})`;
    }
    row.dot.hidden = a.visits === 0;
    row.dot.style.left = place(a.mean);
    setText(row.mean, a.visits > 0 ? value(a.mean) : "–");
    row.bounds.hidden = a.lower === null && a.upper === null;
    if (!row.bounds.hidden) {
      row.bounds.style.left = place(a.lower ?? low);
      row.bounds.style.width = `calc(${place(a.upper ?? high)} - ${place(a.lower ?? low)})`;
    }
    setText(row.badge, exact ? `= ${+a.lower.toFixed(3)}${a.plies ? ` in ${a.plies}` : ""}` : "");
    const interval = a.low === null ? "" : `, 95 % interval ${value(a.low)} to ${value(a.high)}`;
    const prior = a.prior > 0 ? `, prior ${value(a.prior)}` : "";
    const imported = a.imported ? `, ${whole(a.imported)} imported visits` : "";
    row.button.title = `${a.action}: ${whole(a.visits)} visits, mean ${value(a.mean)}${interval}${prior}${imported}${exact ? `, proven value ${a.lower}` : ""}`;
  }

  explain(priors, intervals, bounds, more) {
    const parts = ["The length of a bar is the share of the visits."];
    if (priors) parts.push("The upright line on it is the prior.");
    if (intervals) parts.push("The line at a mean is a 95 % interval, as if simulations were independent.");
    if (bounds) parts.push("Brackets are proven bounds.");
    if (more) parts.push(`${whole(more)} actions with few visits are left out.`);
    setText(this.legend, parts.join(" "));
  }
}

// rangeOf returns the range of the means in round numbers: on the whole range of the returns, most
// means would hardly differ.
function rangeOf(status) {
  const means = status.actions.filter((a) => a.visits > 0).map((a) => a.mean);
  if (means.length === 0) return [0, 1];
  const [low, high] = [Math.min(...means), Math.max(...means)];
  const step = high - low > 1 ? 0.5 : 0.1;
  return [Math.floor(low / step) * step, Math.max(Math.ceil(high / step), Math.floor(low / step) + 1) * step];
}

// reorder makes the children of parent those of wanted, and moves as few as it can.
function reorder(parent, wanted) {
  wanted.forEach((e, i) => {
    if (parent.children[i] !== e) parent.insertBefore(e, parent.children[i] || null);
  });
  while (parent.children.length > wanted.length) parent.lastChild.remove();
}
