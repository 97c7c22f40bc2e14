import { expect, test } from "vitest";
import { exponentsOf, type Measured, ratiosOf, type Use } from "../../bench/file-to-file/measured.js";
import { growthPlot } from "../../bench/file-to-file/plot.js";
import { growthText, sizeText } from "../../bench/file-to-file/text.js";

const usesOf = (seconds: Record<string, number>): Record<string, Use> =>
  Object.fromEntries(
    Object.entries(seconds).map(([name, processorSeconds]) => [
      name,
      { processorSeconds, wallSeconds: processorSeconds / 2, peakMb: 500 },
    ]),
  );

const measured = (events: number, more: Partial<Measured> = {}): Measured => ({
  run: "2026-11-23T09:00:00.000Z",
  version: "1234567",
  machine: {
    processor: "Any & all",
    cores: 2,
    memoryMb: 24_576,
    memoryMbPerSecond: 13_000,
    diskWriteMbPerSecond: 1000,
    diskReadMbPerSecond: null,
  },
  memoryMb: 4096,
  seed: 1,
  rowOrder: "random",
  events,
  customers: events / 20,
  csvBytes: 58 * events,
  uses: {},
  references: {},
  auc: {},
  diskMb: null,
  keptModel: null,
  failures: {},
  ...more,
});

const million = measured(1e6, {
  uses: usesOf({ dataset: 2, people: 1, stream: 1, outcome: 9, "file to file": 15, "one percent more": 0.6 }),
  references: usesOf({ COPY: 0.8, pandas: 30 }),
  keptModel: true,
});
const tenMillion = measured(1e7, {
  uses: usesOf({ dataset: 20, people: 4, stream: 10, outcome: 9, "file to file": 50, upload: 0.05 }),
  references: usesOf({ COPY: 8 }),
  failures: { pandas: "The script with pandas needs about 4000 MB of memory, and 900 MB are free." },
});

test("a ratio compares with the reference of the same run", () => {
  const ratios = new Map(ratiosOf(million).map(({ name, ratio }) => [name, ratio]));
  expect(ratios.get("file to sorted events ÷ COPY")).toBeCloseTo(5);
  expect(ratios.get("file to file ÷ pandas, LightGBM")).toBeCloseTo(0.5);
  expect(ratios.get("one percent more ÷ file to file")).toBeCloseTo(0.04);
  expect(ratios.get("outcome: wall time ÷ processor time")).toBeCloseTo(0.5);
});

test("what was not measured has no ratio, and the tables say why", () => {
  const names = ratiosOf(tenMillion).map(({ name }) => name);
  expect(names).toEqual([
    "file to sorted events ÷ COPY",
    "memory of the largest build ÷ its limit",
    "outcome: wall time ÷ processor time",
  ]);
  expect(sizeText(tenMillion).join("\n")).toContain("Not measured: pandas. The script with pandas needs");
  expect(ratiosOf(measured(100))).toEqual([]);
});

test("a refit that was due has a higher bar", () => {
  const barOf = (keptModel: boolean) =>
    ratiosOf({ ...million, keptModel }).find(({ name }) => name.startsWith("one percent"))?.bar;
  expect([barOf(true), barOf(false)]).toEqual([0.08, 0.35]);
  expect(ratiosOf({ ...million, events: 20_000 }).every(({ bar }) => bar === null)).toBe(true);
});

test("exponents are 1 where processor time grows as the events, and 0 where it stays", () => {
  const exponents = exponentsOf(million, tenMillion);
  expect(exponents.dataset).toBeCloseTo(1);
  expect(exponents.COPY).toBeCloseTo(1);
  expect(exponents.outcome).toBeCloseTo(0);
  expect(exponents.upload).toBeUndefined();
  expect(growthText([million, tenMillion])[0]).toContain("1.0 to 10 M");
  expect(growthText([million])).toEqual([]);
});

test("the plot names every line with its last value, and labels do not overlap", () => {
  const plot = growthPlot([million, tenMillion]);
  expect(plot).not.toMatch(/NaN|undefined|Infinity/);
  for (const label of ["dataset 20 s", "file to sorted events 34 s", "COPY 8 s", "pandas, LightGBM 30 s"])
    expect(plot).toContain(`>${label}<`);
  expect(plot).toContain("Any &amp; all");
  const heights = [...plot.matchAll(/<text x="381" y="([\d.]+)"/g)].map((match) => Number(match[1]));
  const steps = heights.slice(0, 5).toSorted((a, b) => a - b);
  for (const [i, height] of steps.slice(1).entries()) expect(height - steps[i]!).toBeGreaterThanOrEqual(13.9);
});

test("a run in which nothing was measured has an empty plot", () => {
  expect(growthPlot([measured(1e6)])).not.toMatch(/NaN|undefined|Infinity/);
});
