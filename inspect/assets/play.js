"use strict";

// Game lets the user play against the searches.
class Game {
  constructor(source, views) {
    Object.assign(this, { source, views });
    this.board = element("div", { class: "board", hidden: "" });
    this.turn = element("p", { class: "turn", "aria-live": "polite", style: "margin: 0" });
    this.moves = element("div", { class: "row moves", role: "group", "aria-label": "your actions" });
    this.played = element("p", { class: "note", style: "margin: 0" });
    this.undo = element("button", { onclick: () => this.send({ do: "undo" }) }, "Undo");
    this.search = element("button", { onclick: () => this.send({ do: "move" }) }, "Let the search move");
    this.stop = element("button", { onclick: () => this.send({ do: "stop" }) }, "Move now");
    this.sides = element("select", { "aria-label": "your side in a new game" });
    this.again = element("button", { onclick: () => this.send({ do: "new", human: +this.sides.value }) }, "New game");
    this.element = element("section", { class: "card play", "aria-label": "Game" },
      element("header", {}, element("h2", {}, "Game"), this.turn),
      element("div", { class: "table" }, this.board, element("div", { class: "game" },
        this.moves, this.played,
        element("div", { class: "row" }, this.stop, this.search, this.undo, element("span", { class: "gap" }), this.sides, this.again))));
  }

  async send(command) {
    try {
      this.show(await this.source.post("game", { game: this.data.game, ply: this.data.ply, ...command }));
    } catch (e) {
      if (!(e instanceof SourceError)) throw e;
    }
    for (const view of this.views) await view.guard(() => view.refresh(true));
  }

  async refresh() {
    this.show(await this.source.get("game"));
  }

  show(data) {
    this.data = data;
    drawBoard(this.board, data);
    const mine = data.actions.length > 0 && !data.moving;
    setText(this.turn, this.describe(data, mine));
    const key = JSON.stringify([data.ply, data.actions, data.moving, data.moves.length]);
    if (key !== this.key) {
      this.key = key;
      this.moves.hidden = !mine;
      this.moves.replaceChildren(...data.actions.map((action, i) => element("button", { onclick: () => this.send({ do: "play", action: i }) }, action)));
      const list = data.moves.slice(-30).map((m) => m.action).join(" ");
      setText(this.played, data.moves.length === 0 ? "No actions yet." : `Played: ${data.moves.length > 30 ? "… " : ""}${list}`);
    }
    this.stop.hidden = !data.moving;
    this.search.hidden = !mine;
    this.undo.disabled = data.moves.length === 0;
    if (this.sides.children.length === 0) {
      const sides = data.names.map((name, p) => element("option", { value: p }, `You are ${name}`));
      this.sides.append(...sides, element("option", { value: -1 }, "Searches play"));
      this.sides.value = data.human;
    }
  }

  describe(data, mine) {
    if (data.problem) return data.problem;
    if (data.over) {
      if (data.returns.length === 1) return `The game is over: ${+data.returns[0].toFixed(3)}.`;
      const most = Math.max(...data.returns);
      const best = data.names.filter((_, p) => data.returns[p] === most);
      return best.length === data.names.length ? "A draw." : `${best.join(" and ")} won.`;
    }
    if (data.moving) return `${player(data.names, data.player)} is thinking …`;
    return mine ? `Your turn, ${player(data.names, data.player)}.` : "";
  }
}
