"use strict";
// The figures are data in the page; all text from runs is written as text, never as markup.
const boards = JSON.parse(document.getElementById("data").textContent);
const SVG = "http://www.w3.org/2000/svg";
const COLOURS = 8;

function el(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.filter((one) => one !== null && one !== undefined));
  return made;
}
function svg(name, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}
const minus = (text) => text.replace("-", "−");
const rate = (value) => (value === null || value === undefined ? "–" : minus(value.toFixed(3)));
const signed = (value) => (value === null ? "–" : (value > 0 ? "+" : "") + minus(value.toFixed(3)));
const chance = (p) => (p === null ? "–" : p < 0.0005 ? "<0.001" : p.toFixed(3));
const whole = (number) => number.toLocaleString("en");
const few = (value) => {
  if (value === null) return "–";
  return value >= 100 ? whole(Math.round(value)) : String(Number(value.toPrecision(2)));
};
const between = (low, high) => (low === null ? "" : `${rate(low)} to ${rate(high)}`);
const distinct = (values) => [...new Set(values)];

for (const board of boards) {
  board.measure = 0;
  board.latest = board.rows.filter((row) => row.l);
  const conditions = distinct(board.latest.map((row) => row.c));
  // Baselines that are in no condition stand beside the systems of each.
  const own = conditions.filter((one) => one !== board.beside);
  board.conditions = own.length ? own : conditions;
  board.datasets = distinct(board.latest.map((row) => row.d));
  board.sort = { column: 1, up: false };
}
const overviewSort = { column: 1, up: false };
const baselines = document.getElementById("baselines");

const shown = (board, rows) =>
  rows.filter((row) => [board.condition, board.beside].includes(row.c)
    && row.d === board.data && row.f[board.measure]
    && (baselines.checked || row.k !== "baseline"));
// The figure that ranks what is shown: the chosen one if it ranks, else one of its variant.
function ranking(board) {
  const chosen = board.measures[board.measure];
  const there = board.measures.map((_, nth) => nth).filter((nth) =>
    board.measures[nth].ranks && shown(board, board.latest).some((row) => row.f[nth]));
  if (there.includes(board.measure)) return board.measure;
  const same = there.find((nth) => board.measures[nth].variants.some((one) =>
    chosen.variants.includes(one)));
  return same ?? there[0] ?? null;
}
// The systems that are ranked: with the questions that most models have, of equals the most.
function ranked(board) {
  const rows = shown(board, board.latest);
  const nth = ranking(board);
  const sets = distinct(rows.map((row) => row.q)).map((q) => rows.filter((row) => row.q === q));
  const models = (set) => set.filter((row) => row.k === "model").length;
  sets.sort((a, b) => models(b) - models(a) || b[0].n - a[0].n);
  const kept = nth === null ? [] : (sets[0] || []).filter((row) => row.f[nth]);
  const place = (row) => 1 + kept.filter((one) => one.f[nth][0] > row.f[nth][0]).length;
  return new Map(kept.map((row) => [row, place(row)]));
}
// What is chosen must have runs: the choice just made stays, and the others give way.
function settle(board, chosen) {
  const of = (row) => board.latest.find((one) => one.c === row.c && one.d === row.d);
  if (!of({ c: board.condition, d: board.data })) {
    const row = board.latest.find((one) =>
      chosen === "data" ? one.d === board.data : one.c === board.condition);
    if (row) [board.condition, board.data] = [row.c, row.d];
  }
  if (chosen !== "figure" && !shown(board, board.latest).length) {
    const there = (nth) => board.latest.some((row) =>
      row.c === board.condition && row.d === board.data && row.f[nth]);
    board.measure = Math.max(0, board.measures.findIndex((_, nth) => there(nth)));
  }
}
const describe = (board) => {
  const where = board.condition ? `${board.condition}, ` : "";
  return `${board.measures[board.measure].label}; ${where}data ${board.data}.`;
};

// A table whose headers sort it: `columns` are {label, value(row), cell(row)}, the first a header.
// `options.below` are rows that stay below the others, under the heading `options.heading`.
function table(caption, columns, rows, sort, options = {}) {
  const box = el("div", {
    class: "scroller" + (options.tall ? " tall" : ""), role: "region", tabindex: "0",
    "aria-label": options.label || caption,
  });
  const body = el("tbody"), second = el("tbody");
  const heads = columns.map((column, nth) => {
    const button = el("button", { type: "button" }, el("bdi", {}, column.label));
    const head = el("th", {
      scope: "col", class: nth === 0 ? "first" : column.text ? "text" : undefined,
    }, button);
    button.addEventListener("click", () => {
      sort.up = sort.column === nth ? !sort.up : nth === 0 || Boolean(column.text);
      sort.column = nth;
      fill();
    });
    return head;
  });
  const below = options.below || [];
  function fill() {
    const column = columns[sort.column] || columns[0];
    const missing = (value) => value === null || value === undefined || value === "";
    const ordered = (some) => some.slice().sort((one, two) => {
      const a = column.value(one), b = column.value(two);
      if (missing(a) || missing(b)) return Number(missing(a)) - Number(missing(b));
      const order = typeof a === "string" ? a.localeCompare(b) : a - b;
      return sort.up ? order : -order;
    });
    heads.forEach((head, nth) => {
      const way = sort.up ? "ascending" : "descending";
      head.setAttribute("aria-sort", nth === sort.column ? way : "none");
    });
    const drawn = (some) => ordered(some).map((row) => el("tr", { class: row.k || "model" },
      ...columns.map((one, nth) => nth === 0
        ? el("th", { scope: "row", class: "first" }, ...[one.cell(row)].flat())
        : el("td", { class: one.text ? "text" : undefined }, ...[one.cell(row)].flat()))));
    body.replaceChildren(...drawn(rows));
    const apart = el("th", { scope: "rowgroup", class: "apart", colspan: columns.length },
      options.heading);
    if (below.length) second.replaceChildren(el("tr", {}, apart), ...drawn(below));
  }
  fill();
  box.append(el("table", {},
    el("caption", {}, el("div", { class: "caption" }, el("bdi", {}, caption))),
    el("thead", {}, el("tr", {}, ...heads)), body, below.length ? second : null));
  return box;
}

// A long name breaks after a slash or a hyphen, not within a word.
const broken = (name) =>
  name.split(/(?<=[/\-])/).flatMap((part, nth) => (nth ? [el("wbr"), part] : [part]));
const named = (row) => [
  el("bdi", { class: "name" }, ...broken(row.s)), el("span", { class: `tag ${row.k}` }, row.k),
];
function figure(one, bar = true) {
  if (!one) return "–";
  const cell = [el("span", { class: "figure" }, rate(one[0])),
    el("small", { class: "interval" }, between(one[1], one[2]))];
  return bar ? el("div", { class: "both" }, span(one), el("div", {}, ...cell)) : cell;
}
function span([value, low, high]) {
  const at = (x) => 4 + 92 * Math.min(1, Math.max(0, x));
  const made = svg("svg", {
    class: "span", viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true",
  });
  made.append(svg("line", { class: "axis", x1: 4, x2: 96, y1: 5, y2: 5 }));
  if (low !== null) {
    made.append(svg("line", { class: "bar", x1: at(low), x2: at(high), y1: 5, y2: 5 }));
  }
  made.append(svg("rect", { class: "dot", x: at(value) - 1.2, y: 1, width: 2.4, height: 8 }));
  return made;
}

function standings(board) {
  const places = ranked(board), by = ranking(board);
  const rows = shown(board, board.latest);
  const top = by === null ? rows : rows.filter((row) => places.has(row));
  const placed = (row) => [places.has(row) ? el("span", { class: "place" }, `${places.get(row)}. `)
    : null, ...named(row)].filter(Boolean);
  const known = (take) => rows.some((row) => take(row) !== null);
  const tokens = (row) => (row.t ? row.t[0] + row.t[1] : null);
  const columns = [
    { label: "System", value: (row) => row.s, cell: placed },
    { label: board.measures[board.measure].label, value: (row) => row.f[board.measure][0],
      cell: (row) => figure(row.f[board.measure]) },
    { label: "Asked", value: (row) => row.n, cell: (row) => [whole(row.n),
      row.a < row.n ? el("small", {}, `${whole(row.a)} answered`) : null].filter(Boolean) },
  ];
  if (known(tokens)) {
    columns.push({ label: "Tokens", value: tokens, cell: (row) => (row.t ? whole(tokens(row)) : "–") });
  }
  if (known((row) => row.cost)) {
    columns.push({ label: "Cost", value: (row) => row.cost, cell: (row) => few(row.cost) });
  }
  if (known((row) => row.sec)) {
    columns.push({ label: "Seconds a sample", value: (row) => row.sec, cell: (row) => few(row.sec) });
  }
  columns.push({ label: "Date", value: (row) => row.on, cell: (row) => row.on || "–" });
  const how = by === null ? "" : ` Ranked by ${board.measures[by].label}, on the same `
    + `${whole(top[0].n)} questions; neither silence nor padding wins by it.`;
  return table(`${describe(board)} Over all that were asked, with 95% intervals.${how}`, columns,
    top, board.sort, { tall: rows.length > 12, label: `${board.title}: systems`,
      below: rows.filter((row) => !top.includes(row)), heading: "Other questions: not ranked" });
}

// A plot of points {x, y: [value, low, high], name, k, colour}; x is a number or a day in time.
function plot(title, points, xLabel, options = {}) {
  // On a telephone a drawing of its width keeps its words readable.
  const W = innerWidth < 640 ? 350 : options.dates ? 760 : 460, H = 300, left = 40, right = 18, top = 14, bottom = 40;
  const xs = points.map((one) => one.x);
  const least = Math.min(...xs), most = Math.max(...xs);
  const log = !options.dates && least > 0 && most / least > 20;
  const scale = (x) => (log ? Math.log10(x) : x);
  let from = scale(least), to = scale(most);
  const room = (to - from || (options.dates ? 864e5 : Math.abs(to) || 1)) * 0.08;
  from = options.dates || log || from - room > 0 ? from - room : Math.min(0, from);
  to += room;
  const lows = points.map((one) => one.y[1] ?? one.y[0]);
  const highs = points.map((one) => one.y[2] ?? one.y[0]);
  const yFrom = Math.max(0, Math.floor((Math.min(...lows) - 0.02) * 10) / 10);
  const yTo = Math.min(1, Math.ceil((Math.max(...highs) + 0.02) * 10) / 10);
  const px = (x) => left + ((scale(x) - from) / (to - from)) * (W - left - right);
  const py = (y) => H - bottom - ((y - yFrom) / (yTo - yFrom || 1)) * (H - top - bottom);
  const drawn = svg("svg", { class: "plot", viewBox: `0 0 ${W} ${H}`, role: "img",
    "aria-label": `${title}; the same figures are in the table.` });
  const steps = yTo - yFrom > 0.55 ? 0.2 : 0.1;
  for (let y = yFrom; y <= yTo + 1e-9; y += steps) {
    drawn.append(svg("line", { class: "grid", x1: left, x2: W - right, y1: py(y), y2: py(y) }),
      svg("text", { x: left - 6, y: py(y) + 4, "text-anchor": "end" }, y.toFixed(1)));
  }
  for (const x of ticks(least, most, log, options.dates)) {
    const said = options.dates ? new Date(x).toISOString().slice(0, 10) : few(x);
    drawn.append(svg("text", { x: px(x), y: H - bottom + 18, "text-anchor": "middle" }, said));
  }
  drawn.append(svg("text", { x: (left + W - right) / 2, y: H - 6, "text-anchor": "middle" },
    xLabel + (log ? " (logarithmic)" : "")));
  for (const line of options.lines || []) {
    const path = line.points.map((one, nth) => `${nth ? "L" : "M"}${px(one.x)} ${py(one.y[0])}`);
    drawn.append(svg("path", { class: "line", d: path.join(""), stroke: line.colour }));
  }
  const taken = [];
  const placed = points.map((one) => {
    const x = px(one.x), y = py(one.y[0]);
    taken.push([x - 6, y - 6, x + 6, y + 6]);
    return { one, x, y };
  });
  for (const { one, x, y } of placed) {
    const colour = one.colour || "var(--tamis-series-0)";
    if (one.y[1] !== null) {
      drawn.append(svg("line", { class: "error", stroke: colour, x1: x, x2: x, y1: py(one.y[1]),
        y2: py(one.y[2]) }));
    }
    const point = svg("circle", { class: `point ${one.k}`, cx: x, cy: y, r: 5.5, fill: colour });
    if (one.k === "baseline") point.style.cssText = `fill: var(--paper); stroke: ${colour}`;
    point.append(svg("title", {}, `${one.name}: ${rate(one.y[0])}`));
    drawn.append(point);
  }
  for (const { one, x, y } of placed) {
    if (one.quiet) continue;
    const text = one.name.length > 28 ? `${one.name.slice(0, 12)}…${one.name.slice(-14)}` : one.name;
    const width = text.length * 6;
    // Beside the point, on the side with room; a name that would cover another is left out.
    for (const [dx, dy, anchor] of [[9, 4, "start"], [-9, 4, "end"], [0, -10, "middle"],
      [0, 19, "middle"]]) {
      const start = anchor === "start" ? x + dx : anchor === "end" ? x + dx - width : x - width / 2;
      const box = [start, y + dy - 9, start + width, y + dy + 3];
      const out = box[0] < 2 || box[2] > W - 2 || box[1] < 0 || box[3] > H - bottom + 4;
      const hit = taken.some((t) => box[0] < t[2] && t[0] < box[2] && box[1] < t[3] && t[1] < box[3]);
      if (out || hit) continue;
      taken.push(box);
      drawn.append(svg("text", { class: "name halo", x: x + dx, y: y + dy, "text-anchor": anchor },
        text));
      break;
    }
  }
  return el("figure", {}, el("figcaption", {}, title), drawn);
}
function ticks(least, most, log, dates) {
  if (least === most) return [least];
  if (dates) {
    const days = (most - least) / 864e5;
    return days < 2 ? [least, most] : [least, least + Math.round(days / 2) * 864e5, most];
  }
  if (log) {
    const found = [];
    for (let power = Math.floor(Math.log10(least)); power <= Math.log10(most); power += 1) {
      if (10 ** power >= least * 0.99) found.push(10 ** power);
    }
    return found.length > 1 ? found : [least, most];
  }
  const step = 10 ** Math.floor(Math.log10(most - least));
  const wide = (most - least) / step > 5 ? step * 2 : (most - least) / step < 2 ? step / 2 : step;
  const found = [];
  for (let x = Math.ceil(least / wide) * wide; x <= most * 1.0001; x += wide) found.push(x);
  return found;
}

function plots(board) {
  const places = ranked(board);
  const rows = shown(board, board.latest).filter((row) => !places.size || places.has(row));
  const made = [];
  const costs = rows.filter((row) => row.cost !== null);
  const point = (take) => (row) => ({ x: take(row), y: row.f[board.measure], name: row.s, k: row.k });
  if (costs.length > 1) {
    made.push(plot("Quality against cost", costs.map(point((row) => row.cost)), "Cost of the run"));
  } else {
    const used = rows.filter((row) => row.t);
    if (used.length > 1) {
      const take = (row) => row.t[0] + row.t[1];
      made.push(plot("Quality against tokens", used.map(point(take)), "Tokens in and out"));
    }
  }
  const timed = rows.filter((row) => row.sec !== null);
  if (timed.length > 1) {
    made.push(plot("Quality against time", timed.map(point((row) => row.sec)), "Seconds a sample"));
  }
  return made.length ? el("div", { class: "plots" }, ...made) : null;
}

function differences(board) {
  const rows = new Set(ranked(board).keys());
  const all = board.pairs.filter((pair) => rows.has(board.rows[pair[1]])
    && rows.has(board.rows[pair[2]]) && [board.condition, board.beside].includes(pair[10]));
  const pairs = all.filter(([measure]) => measure === board.measure)
    .map(([, a, b, value, low, high, p, n, family, best]) =>
      ({ a: board.rows[a].s, b: board.rows[b].s, value, low, high, p, n, family, best }));
  if (!pairs.length) {
    const why = all.length
      ? "This figure was not compared, as there are many systems: choose the first of a variant."
      : "No two systems here have the same questions.";
    return [el("h3", {}, "Paired differences"), el("p", { class: "empty" }, why)];
  }
  const noun = pairs[0].family === 1 ? "pair" : "pairs";
  const how = pairs[0].best ? " Each system is compared with the best one." : "";
  const caption = `${describe(board)} B − A on the same questions, with 95% intervals; `
    + `p-values corrected for ${whole(pairs[0].family)} ${noun} (Holm). Bold: p below 0.05.${how}`;
  const bold = (row, text) => (row.p !== null && row.p < 0.05 ? el("b", { class: "differs" }, text) : text);
  board.pairSort = board.pairSort || { column: 4, up: true };
  return [el("h3", {}, "Paired differences"), table(caption, [
    { label: "A", value: (row) => row.a, cell: (row) => el("bdi", {}, ...broken(row.a)) },
    { label: "B", text: true, value: (row) => row.b, cell: (row) => el("bdi", {}, ...broken(row.b)) },
    { label: "B − A", value: (row) => row.value, cell: (row) => bold(row, signed(row.value)) },
    { label: "95% interval", value: (row) => row.low,
      cell: (row) => (row.low === null ? "–" : `${signed(row.low)} to ${signed(row.high)}`) },
    { label: "p (Holm)", value: (row) => row.p, cell: (row) => bold(row, chance(row.p)) },
    { label: "Samples", value: (row) => row.n, cell: (row) => whole(row.n) },
  ], pairs, board.pairSort, { tall: pairs.length > 10, label: `${board.title}: paired differences` })];
}

function history(board) {
  const [first] = ranked(board).keys();
  const rows = shown(board, board.rows).filter((row) => row.on && (!first || row.q === first.q));
  const days = distinct(rows.map((row) => row.on));
  const title = el("h3", {}, "History");
  if (days.length < 2) {
    return [title, el("p", { class: "empty" }, `All of these runs are of one day, ${days[0] || "not known"}.`)];
  }
  const systems = distinct(rows.map((row) => row.m));
  const lines = systems.map((name, nth) => ({
    name, colour: `var(--tamis-series-${nth % COLOURS})`,
    points: rows.filter((row) => row.m === name).sort((a, b) => a.on.localeCompare(b.on))
      .map((row) => ({ x: Date.parse(row.on), y: row.f[board.measure], name, k: row.k })),
  }));
  const points = lines.flatMap((line) => line.points.map((one, nth) =>
    ({ ...one, colour: line.colour, quiet: nth < line.points.length - 1 })));
  board.historySort = board.historySort || { column: 1, up: false };
  return [title,
    el("div", { class: "plots one" }, plot(`${board.measures[board.measure].label} over time`, points,
      "Day on which the run ended", { dates: true, lines })),
    el("details", {}, el("summary", {}, `The ${whole(rows.length)} runs as a table`),
      table(describe(board), [
        { label: "System", value: (row) => row.s, cell: named },
        { label: "Date", text: true, value: (row) => row.on, cell: (row) => row.on },
        { label: "Figure", value: (row) => row.f[board.measure][0],
          cell: (row) => figure(row.f[board.measure], false) },
        { label: "Asked", value: (row) => row.n, cell: (row) => whole(row.n) },
        { label: "Versions", text: true, value: (row) => row.v, cell: (row) => row.v || "–" },
      ], rows, board.historySort, { tall: rows.length > 12, label: `${board.title}: history` }))];
}

function choice(name, label, values, chosen, pick) {
  if (values.length < 2) return null;
  const select = el("select", { name }, ...values.map(([value, text]) =>
    el("option", { value, selected: value === chosen }, text || "(none)")));
  select.addEventListener("change", () => pick(select.value));
  return el("label", {}, label, select);
}

function draw(board, chosen = "") {
  const section = document.getElementById(board.name);
  if (!section.querySelector(".drawn")) {
    section.append(el("form", { class: "choices", "aria-label": `${board.title}: choices` }),
      el("div", { class: "drawn", "aria-live": "polite" }));
  }
  const again = (chosen) => { settle(board, chosen); draw(board, chosen); overview(); };
  const form = section.querySelector(".choices");
  form.replaceChildren(...[
    choice("figure", "Figure", board.measures.map((one, nth) => [String(nth), one.label]),
      String(board.measure), (value) => { board.measure = Number(value); again("figure"); }),
    choice("condition", "Condition", board.conditions.map((one) => [one, one]), board.condition,
      (value) => { board.condition = value; again("condition"); }),
    choice("data", "Data", board.datasets.map((one) => [one, one]), board.data,
      (value) => { board.data = value; again("data"); }),
  ].filter(Boolean));
  // The form is new, and who has chosen goes on where they were.
  if (chosen) form.querySelector(`[name=${chosen}]`)?.focus();
  drawBoard(board);
}
function drawBoard(board) {
  const drawn = document.getElementById(board.name).querySelector(".drawn");
  const rows = shown(board, board.latest);
  if (!rows.length) {
    drawn.replaceChildren(el("p", { class: "empty" }, "No run has this figure in this condition on these data."));
    return;
  }
  drawn.replaceChildren(...[standings(board), plots(board), ...differences(board), ...history(board)]
    .filter(Boolean));
}

function overview() {
  const section = document.getElementById("overview");
  if (!section) return;
  const cells = new Map();
  for (const board of boards) {
    // Of a system with several settings the best stands here, as its table shows.
    for (const row of ranked(board).keys()) {
      const key = `${row.k}\n${row.m}`;
      const kept = cells.get(key) || { s: row.m, k: row.k, by: {}, of: 0 };
      const before = kept.by[board.name];
      if (!before || row.f[board.measure][0] > before[0]) kept.by[board.name] = row.f[board.measure];
      cells.set(key, kept);
    }
  }
  const columns = [{ label: "System", value: (row) => row.s, cell: named },
    ...boards.map((board) => ({
      label: board.title,
      value: (row) => (row.by[board.name] ? row.by[board.name][0] : null),
      cell: (row) => figure(row.by[board.name], false),
    }))];
  const said = boards.map((board) => `${board.title}: ${describe(board)}`).join(" ");
  const old = section.querySelector(".scroller");
  const made = table(`${said} 95% intervals; of a system with several settings the best. `
    + "Systems with other questions stand in the tables of the benchmarks alone.", columns,
    [...cells.values()], overviewSort, { tall: cells.size > 14, label: "Systems by benchmark" });
  if (old) old.replaceWith(made); else section.append(made);
}

const variant = document.getElementById("variant");
if (variant) {
  variant.addEventListener("change", () => {
    for (const board of boards) {
      const nth = board.measures.findIndex((one) => one.variants.includes(variant.value));
      // A benchmark without variants keeps its figure.
      board.measure = Math.max(0, nth);
    }
    all();
  });
}
document.getElementById("everywhere").addEventListener("submit", (event) => event.preventDefault());
baselines.addEventListener("change", () => all());

for (const board of boards) settle(board, "condition");
let later = 0;
function all() {
  overview();
  // The first benchmark at once, the others after the page is there to be read.
  clearTimeout(later);
  const rest = boards.slice();
  const next = () => {
    const board = rest.shift();
    if (!board) return;
    draw(board);
    later = setTimeout(next, 0);
  };
  next();
}
// What is printed is all of it.
addEventListener("beforeprint", () => {
  for (const one of document.querySelectorAll(".board details")) one.open = true;
});
all();
