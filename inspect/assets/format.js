"use strict";

// element makes an element. A property that starts with "on" is a listener.
function element(tag, properties = {}, ...children) {
  const e = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith("on")) e.addEventListener(name.slice(2), value);
    else if (name === "class") e.className = value;
    else if (value !== undefined && value !== null) e.setAttribute(name, value);
  }
  e.append(...children.filter((c) => c !== null && c !== undefined));
  return e;
}

// setText changes the text of an element only if it differs, which spares the browser work.
function setText(e, text) {
  if (e.textContent !== text) e.textContent = text;
}

const wholeNumbers = new Intl.NumberFormat("en");

// whole writes a number with separators: 12,345.
const whole = (n) => wholeNumbers.format(n);

// short writes a number with at most four digits: 1,234, 56.7k, 8.90M.
function short(n) {
  for (const [unit, sign] of [[1e9, "G"], [1e6, "M"], [1e3, "k"]]) {
    if (n >= 10 * unit || (n >= unit && unit > 1e3)) return (n / unit).toPrecision(3).replace(/(\d{4,})\..*/, "$1") + sign;
  }
  return whole(Math.round(n));
}

function bytes(n) {
  for (const [unit, sign] of [[2 ** 30, "GiB"], [2 ** 20, "MiB"], [2 ** 10, "KiB"]]) {
    if (n >= unit) return (n / unit).toFixed(n >= 100 * unit ? 0 : 1) + " " + sign;
  }
  return n + " B";
}

function seconds(s) {
  if (s >= 60) return `${Math.floor(s / 60)} min ${Math.round(s % 60)} s`;
  return s >= 1 ? s.toFixed(1) + " s" : (1000 * s).toFixed(s < 0.01 ? 1 : 0) + " ms";
}

const percent = (share) => (100 * share).toFixed(1) + " %";

const value = (x) => (x === null || x === undefined ? "–" : x.toFixed(3));

const player = (names, number) => (number >= 0 && names[number] ? names[number] : "chance");
