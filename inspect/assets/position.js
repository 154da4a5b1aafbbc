"use strict";

// Position shows the selected node: its board and its statistics.
class Position {
  constructor() {
    this.board = element("div", { class: "board", hidden: "", tabindex: "0", role: "group", "aria-label": "position" });
    this.facts = element("dl", { class: "facts" });
    this.element = element("div", {}, this.board, this.facts);
  }

  show(node, players) {
    drawBoard(this.board, node);
    const facts = [];
    if (node.problem) facts.push(["position", node.problem]);
    if (node.over) facts.push([node.fromRoot ? "result from the root on" : "result", node.returns.map((x, p) => `${player(players, p)} ${+x.toFixed(3)}`).join(", ")]);
    else if (node.player >= -1) facts.push(["to move", player(players, node.player)]);
    facts.push(["visits", whole(node.visits)]);
    if (node.position) facts.push(["position", `${node.position}${node.total === node.visits ? "" : `, reached by several lines: ${whole(node.total)} visits in all`}`]);
    if (node.steps?.length) facts.push(["mean", `${value(node.mean)} for ${player(players, node.chooser)}`]);
    if (node.children) facts.push(["actions", whole(node.children)]);
    const rows = facts.flatMap(([name, text]) => [element("dt", {}, name), element("dd", {}, text)]);
    this.facts.replaceChildren(...rows);
  }
}

// drawBoard shows a position as an image or as text. An image cannot run scripts of its SVG.
function drawBoard(e, { svg, text }) {
  e.hidden = !svg && !text;
  const key = svg || text;
  if (e.dataset.shown === key) return;
  e.dataset.shown = key;
  if (svg) e.replaceChildren(element("img", { src: "data:image/svg+xml," + encodeURIComponent(svg), alt: text || "position" }));
  else e.textContent = text || "";
}
