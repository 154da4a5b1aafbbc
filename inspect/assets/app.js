"use strict";

const fastPoll = 250; // milliseconds, while a search runs
const slowPoll = 1000;

// App is the page.
class App {
  constructor(source) {
    this.source = source;
    this.problem = document.getElementById("problem");
    this.ticks = 0;
  }

  async start() {
    this.about = await this.source.get("about");
    document.getElementById("title").textContent = document.title = this.about.title;
    if (!this.source.live) setText(document.getElementById("mode"), "Saved page");
    document.getElementById("save").hidden = !this.source.live;
    this.views = this.about.searches.map((_, i) => new View(this.source, i, this.about));
    if (this.about.play) this.game = new Game(this.source, this.views);
    const main = document.getElementById("main");
    main.classList.toggle("several", this.views.length > 1);
    main.append(...(this.game ? [this.game.element] : []), ...this.views.map((v) => v.element));
    this.loop();
  }

  // loop polls while the page is visible. The next question waits for the last answer.
  async loop() {
    if (!document.hidden) {
      try {
        await this.refresh();
        this.problem.hidden = true;
      } catch (e) {
        if (!(e instanceof SourceError)) throw e;
        if (e.code !== 409) { // Another root: the next answers are of that one.
          this.problem.hidden = false;
          setText(this.problem, `${e.message} Trying again.`);
        }
      }
    }
    if (!this.source.live) return;
    const running = this.views.some((v) => v.status?.running) || this.game?.data?.thinking;
    setTimeout(() => this.loop(), running ? fastPoll : slowPoll);
  }

  async refresh() {
    const full = this.ticks++ % 6 === 0;
    if (this.game) await this.game.refresh();
    for (const view of this.views) await view.refresh(full || !view.status?.running);
  }
}

const saved = document.getElementById("data");
const source = saved ? new SavedSource(JSON.parse(saved.textContent)) : typeof pageSource === "undefined" ? new ServerSource() : pageSource; // of a script before this one
const app = new App(source);
app.start().catch((e) => {
  if (!(e instanceof SourceError)) throw e;
  app.problem.hidden = false;
  setText(app.problem, e.message);
});
