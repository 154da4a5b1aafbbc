"use strict";

// A source answers the questions of the page: about, status, history, tree, depths, board, game. It
// throws an error with the status of HTTP in the property code.

class SourceError extends Error {
  constructor(code, text) {
    super(text);
    this.code = code;
  }
}

// ServerSource asks the server that the page is from.
class ServerSource {
  live = true;

  async ask(name, init) {
    let response;
    try {
      response = await fetch(name, init);
    } catch {
      throw new SourceError(0, "The server does not answer.");
    }
    const data = await response.json().catch(() => ({ error: response.statusText }));
    if (data.stale) throw new SourceError(409, data.error);
    if (!response.ok) throw new SourceError(response.status, data.error);
    return data;
  }

  get(name, parameters = {}) {
    return this.ask(`${name}?${new URLSearchParams(parameters)}`);
  }

  post(name, body) {
    return this.ask(name, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  }
}

// SavedSource has its answers in the page.
class SavedSource {
  live = false;

  constructor(data) {
    this.data = data;
  }

  async get(name, parameters = {}) {
    if (name === "about") return this.data.about;
    const search = this.data.searches[parameters.search || 0];
    switch (name) {
      case "status": return search.status;
      case "history": return search.history;
      case "depths": return search.depths;
      case "tree": return { epoch: search.trees[0].epoch, nodes: below(search.trees[0].nodes, parameters.path || "") };
      case "board": {
        const board = search.boards[parameters.path || ""];
        if (board) return board;
        return savedNode(search, parameters.path);
      }
    }
    throw new SourceError(404, "there is nothing of that name");
  }
}

// pathsOf returns the path of every node of a tree.
function pathsOf(nodes) {
  const paths = [];
  nodes.forEach(([parent, index], i) => {
    paths[i] = parent < 0 ? "" : paths[parent] === "" ? String(index) : `${paths[parent]}.${index}`;
  });
  return paths;
}

// below returns the nodes at a path and below it, with their numbers in the new list.
function below(nodes, path) {
  if (path === "") return nodes;
  const paths = pathsOf(nodes);
  const numbers = new Map();
  const found = [];
  nodes.forEach((node, i) => {
    if (paths[i] !== path && !numbers.has(node[0])) return;
    numbers.set(i, found.length);
    found.push([paths[i] === path ? -1 : numbers.get(node[0]), ...node.slice(1)]);
  });
  return found;
}

// savedNode describes a node whose position was not saved.
function savedNode(search, path) {
  const nodes = search.trees[0].nodes;
  let i = pathsOf(nodes).indexOf(path);
  if (i < 0) throw new SourceError(404, "there is no such node");
  const board = { visits: nodes[i][2], mean: nodes[i][3], chooser: nodes[i][4], player: -2, position: nodes[i][7], total: nodes[i][8], children: 0, steps: [], problem: "This position was not saved." };
  for (; nodes[i][0] >= 0; i = nodes[i][0]) board.steps.unshift({ action: nodes[i][5], index: nodes[i][1] });
  return board;
}
