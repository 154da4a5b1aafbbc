"use strict";

// WorkerSource asks the searches in the worker.
class WorkerSource {
  live = true;

  constructor() {
    this.waiting = new Map();
    this.last = 0;
    this.ready = new Promise((resolve, reject) => {
      this.worker = new Worker("worker.js" + location.search);
      this.worker.onerror = (e) => reject(new SourceError(0, e.message));
      this.worker.onmessage = ({ data }) => {
        if (data.games) resolve(data.games);
        else if (data.problem) reject(new SourceError(0, data.problem));
        else this.waiting.get(data.id)(data);
      };
    });
  }

  async ask(method, path, body = "") {
    await this.ready;
    const id = ++this.last;
    const { code, text } = await new Promise((resolve) => {
      this.waiting.set(id, resolve);
      this.worker.postMessage({ id, method, path, body });
    });
    this.waiting.delete(id);
    if (path === "save") return text;
    const data = JSON.parse(text);
    if (data.stale) throw new SourceError(409, data.error);
    if (code !== 200) throw new SourceError(code, data.error);
    return data;
  }

  get(name, parameters = {}) {
    return this.ask("GET", `${name}?${new URLSearchParams(parameters)}`);
  }

  post(name, body) {
    return this.ask("POST", name, JSON.stringify(body));
  }
}

const pageSource = new WorkerSource();

// The games are in the head of the page.
pageSource.ready.then((games) => {
  const chosen = new URLSearchParams(location.search).get("game") || "connect4";
  const select = element("select", { id: "games", "aria-label": "game", onchange: () => { location.search = new URLSearchParams({ game: select.value }); } },
    ...games.map((game) => element("option", { value: game }, game)));
  select.value = chosen;
  document.getElementById("mode").append(select);
  const save = document.getElementById("save");
  save.addEventListener("click", async (e) => {
    e.preventDefault();
    const url = URL.createObjectURL(new Blob([await pageSource.ask("GET", "save")], { type: "text/html" }));
    element("a", { href: url, download: "search.html" }).click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  });
}, (e) => {
  const problem = document.getElementById("problem");
  problem.hidden = false;
  problem.textContent = e.message;
});
