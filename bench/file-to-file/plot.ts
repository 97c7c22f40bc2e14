// Plot of processor time against the number of events, both as logarithms: a line that rises as fast as the
// grey ones is linear. The steps are on the left; on the right is what a reference was measured for, with the
// reference in the same colour, dashed.

import { type Html, html } from "../../src/delivery/report/html.js";
import { type Measured, toSortedEvents } from "./measured.js";

interface Point {
  events: number;
  seconds: number;
}

interface Line {
  name: string;
  colour: string;
  isReference: boolean;
  points: Point[];
}

interface Range {
  from: number;
  to: number;
}

/** Colours that differ also for people who see few (Okabe and Ito). */
const [black, orange, sky, green, blue, vermilion, purple] = [
  "#222222",
  "#c77800",
  "#3c9bd6",
  "#00825f",
  "#0062a0",
  "#c24e00",
  "#b4628f",
] as const;
const panel = { width: 520, height: 460, left: 56, right: 150, top: 48, bottom: 50 };
const labelHeight = 14;

export const growthPlot = (sizes: readonly Measured[]): string => {
  const panels = [
    { title: "Steps", lines: stepLines(sizes) },
    { title: "Beside references (dashed)", lines: comparedLines(sizes) },
  ];
  const points = panels.flatMap(({ lines }) => lines.flatMap((line) => line.points));
  const ranges = {
    x: decades(points.map(({ events }) => events)),
    y: decades(points.map(({ seconds }) => seconds)),
  };
  const { run, version, machine } = sizes[0]!;
  const caption = `${run.slice(0, 16).replace("T", " ")}, version ${version}, ${machine.cores} cores: ${machine.processor}. Grey diagonals: linear growth.`;
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${2 * panel.width} ${panel.height + 24}" font-family="sans-serif" font-size="12" fill="${black}">
<rect width="100%" height="100%" fill="#ffffff"/>
${panels.map(({ title, lines }, i) => html`<g transform="translate(${i * panel.width} 0)">${draw(title, lines, ranges)}</g>`)}
<text x="${panel.left}" y="${panel.height + 12}" fill="#666666">${caption}</text>
</svg>
`.text;
};

const lineOf = (
  name: string,
  colour: string,
  sizes: readonly Measured[],
  secondsOf: (size: Measured) => number | undefined,
  isReference = false,
): Line[] => {
  const points = sizes.flatMap((size) => {
    const seconds = secondsOf(size);
    return seconds === undefined || seconds < 0.01 ? [] : [{ events: size.events, seconds }];
  });
  return points.length === 0 ? [] : [{ name, colour, isReference, points }];
};

const used = (name: string) => (size: Measured) => size.uses[name]?.processorSeconds;
const reference = (name: string) => (size: Measured) => size.references[name]?.processorSeconds;

const stepLines = (sizes: readonly Measured[]): Line[] => {
  const colours = {
    dataset: orange,
    people: sky,
    stream: green,
    cohorts: purple,
    outcome: vermilion,
    scope: blue,
    target: "#888888",
    "file to file": black,
  };
  return Object.entries(colours).flatMap(([name, colour]) => lineOf(name, colour, sizes, used(name)));
};

const comparedLines = (sizes: readonly Measured[]): Line[] => {
  return [
    ...lineOf("file to file", black, sizes, used("file to file")),
    ...lineOf("pandas, LightGBM", black, sizes, reference("pandas"), true),
    ...lineOf("polars, LightGBM", "#888888", sizes, reference("polars"), true),
    ...lineOf("file to sorted events", orange, sizes, ({ uses }) => toSortedEvents(uses)),
    ...lineOf("COPY", orange, sizes, reference("COPY"), true),
    ...lineOf("one percent more", green, sizes, used("one percent more")),
    ...lineOf("one more cohort", purple, sizes, used("one more cohort")),
    ...lineOf("GROUP BY", purple, sizes, reference("GROUP BY"), true),
  ];
};

/** Powers of ten around all values. */
const decades = (values: readonly number[]): Range => {
  if (values.length === 0) return { from: 0, to: 1 };
  const logs = values.map(Math.log10);
  const [from, to] = [Math.floor(Math.min(...logs) + 1e-9), Math.ceil(Math.max(...logs) - 1e-9)];
  return { from, to: Math.max(to, from + 1) };
};

const draw = (title: string, lines: readonly Line[], { x, y }: { x: Range; y: Range }): Html => {
  const [right, bottom] = [panel.width - panel.right, panel.height - panel.bottom];
  const atX = (events: number) => place(Math.log10(events), x, panel.left, right);
  const atY = (seconds: number) => place(Math.log10(seconds), y, bottom, panel.top);
  const labels = spread(lines.map((line) => atY(line.points.at(-1)!.seconds)));
  return html`
<text x="${panel.left}" y="22" font-size="15" font-weight="600">${title}</text>
<text x="${panel.left}" y="39" fill="#666666">processor seconds</text>
${powers(y).map(
  (power) => html`<path d="M${panel.left} ${atY(10 ** power)}H${right}" stroke="#e4e4e4"/>
<text x="${panel.left - 8}" y="${atY(10 ** power) + 4}" text-anchor="end">${shown(power)}</text>`,
)}
${powers(x).map(
  (power) => html`<path d="M${atX(10 ** power)} ${bottom}v5" stroke="#888888"/>
<text x="${atX(10 ** power)}" y="${bottom + 20}" text-anchor="middle">${shown(power)}</text>`,
)}
<text x="${(panel.left + right) / 2}" y="${bottom + 40}" text-anchor="middle">events</text>
${linear({ x, y }, atX, atY)}
${lines.map((line, i) => drawLine(line, labels[i]!, right, atX, atY))}`;
};

const drawLine = (
  { name, colour, isReference, points }: Line,
  label: number,
  right: number,
  atX: (n: number) => number,
  atY: (n: number) => number,
): Html => {
  const path = points
    .map(({ events, seconds }, i) => `${i === 0 ? "M" : "L"}${atX(events)} ${atY(seconds)}`)
    .join("");
  const { events, seconds } = points.at(-1)!;
  return html`
<path d="${path}" fill="none" stroke="${colour}" stroke-width="2"${isReference && html` stroke-dasharray="5 4"`}/>
${points.map((point) => html`<circle cx="${atX(point.events)}" cy="${atY(point.seconds)}" r="3" fill="${isReference ? "#ffffff" : colour}" stroke="${colour}"/>`)}
<path d="M${atX(events) + 5} ${atY(seconds)}L${right + 8} ${label}" stroke="${colour}" stroke-width="0.5"/>
<text x="${right + 11}" y="${label + 4}" fill="${colour}">${name} ${secondsText(seconds)}</text>`;
};

/** Grey lines of linear growth, one through each power of ten at the left edge. */
const linear = (
  { x, y }: { x: Range; y: Range },
  atX: (n: number) => number,
  atY: (n: number) => number,
): Html[] =>
  Array.from({ length: y.to - y.from + (x.to - x.from) }, (_, i) => y.from - (x.to - x.from) + i).flatMap(
    (power) => {
      const start = Math.max(0, y.from - power);
      const end = Math.min(x.to - x.from, y.to - power);
      if (end <= start) return [];
      const at = (steps: number) => `${atX(10 ** (x.from + steps))} ${atY(10 ** (power + steps))}`;
      return [html`<path d="M${at(start)}L${at(end)}" stroke="#e4e4e4"/>`];
    },
  );

const powers = ({ from, to }: Range): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i);

const shown = (power: number): string =>
  power >= 6
    ? `${10 ** (power - 6)} M`
    : power >= 3
      ? `${10 ** (power - 3)},000`
      : String(Number((10 ** power).toFixed(2)));

const secondsText = (seconds: number): string =>
  `${Number(seconds.toPrecision(2)).toLocaleString("en-US")} s`;

const place = (at: number, { from, to }: Range, start: number, end: number): number =>
  Math.round(10 * (start + ((at - from) / (to - from)) * (end - start))) / 10;

/** Labels in the order of their lines, at least their height apart, and within the panel. */
const spread = (wanted: readonly number[]): number[] => {
  const order = [...wanted.keys()].sort((a, b) => wanted[a]! - wanted[b]!);
  const placed: number[] = [];
  let below = panel.top;
  for (const i of order) {
    placed[i] = Math.max(wanted[i]!, below);
    below = placed[i]! + labelHeight;
  }
  let above = panel.height - panel.bottom;
  for (const i of order.toReversed()) {
    placed[i] = Math.min(placed[i]!, above);
    above = placed[i]! - labelHeight;
  }
  return placed;
};
