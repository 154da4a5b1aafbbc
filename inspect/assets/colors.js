"use strict";

// The colors of the actions are those of Okabe and Ito, which color-blind people can tell apart.
const okabeIto = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#b5a800", "#7f7f7f"];

// An action has the same color in all searches of a page: that of its curve in the first one.
const colorNumbers = new Map();

function colorNumber(action, id) {
  return colorNumbers.get(action) ?? id;
}

const actionColor = (id) => (id < 0 ? "#9aa3ad" : okabeIto[id % okabeIto.length]);

// Lines of actions that share a color differ by their dashes.
const actionDash = (id) => [[], [6, 4], [2, 3], [10, 3, 2, 3]][Math.floor(Math.max(id, 0) / okabeIto.length) % 4];

// Means have the colors of viridis (van der Walt and Smith), from dark for the least to light for
// the greatest.
const viridis = [[68, 1, 84], [70, 50, 126], [54, 92, 141], [39, 127, 142], [31, 161, 135], [74, 193, 109], [159, 218, 58], [253, 231, 37]];

// shade returns the color for a share between 0 and 1, and that of text on it.
function shade(share) {
  const x = Math.min(Math.max(share, 0), 1) * (viridis.length - 1);
  const i = Math.min(Math.floor(x), viridis.length - 2);
  const rgb = viridis[i].map((c, k) => Math.round(c + (x - i) * (viridis[i + 1][k] - c)));
  const light = 0.299 * rgb[0] + 0.587 * rgb[1] + 0.114 * rgb[2] > 125;
  return [`rgb(${rgb})`, light ? "#10151b" : "#ffffff"];
}

// shades are the colors of 64 shares, because a tree has many nodes.
const shades = Array.from({ length: 64 }, (_, i) => shade(i / 63));

const viridisGradient = `linear-gradient(90deg, ${viridis.map((rgb) => `rgb(${rgb})`).join(", ")})`;

const themeColor = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

const darkMode = matchMedia("(prefers-color-scheme: dark)");
const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
