// Bars of the parts of a whole, in the order of their rows.

import { useMemo } from "react";
import { formatCount, formatDay, formatNumber, formatPercent } from "../ui/format.js";
import { Figure } from "./figure.js";
import type { Sketch } from "./picture.js";

interface Part {
  label: string;
  count: number;
  /** Share of the whole, 0 to 1. */
  share: number;
}

interface ShareBarsProps {
  title: string;
  about?: string;
  parts: readonly Part[];
  /** Heading of the counts: "People". */
  counted?: string;
  /** Heading of the labels. */
  labelled: string;
  fileName: string;
}

const rowPx = 30;

export const ShareBars = ({
  title,
  about,
  parts,
  counted = "People",
  labelled,
  fileName,
}: ShareBarsProps) => {
  const sketch = useMemo<Sketch>(() => barsOf(parts), [parts]);
  return (
    <Figure
      title={title}
      about={about}
      summary={summaryOf(parts)}
      rows={parts}
      columns={[
        { header: labelled, value: ({ label }) => label },
        { header: counted, value: ({ count }) => count, text: ({ count }) => formatCount(count) },
        { header: "Share", value: ({ share }) => share, text: ({ share }) => formatPercent(share) },
      ]}
      fileName={fileName}
      height={parts.length * rowPx + 16}
      sketch={sketch}
    />
  );
};

const barsOf =
  (parts: readonly Part[]): Sketch =>
  ({ barX, ruleX, text }, width) => ({
    marginLeft: Math.min(170, width * 0.4),
    marginRight: 110,
    marginTop: 4,
    marginBottom: 4,
    x: { axis: null },
    y: {
      domain: parts.map(({ label }) => label),
      label: null,
      tickSize: 0,
      tickFormat: (label: string) => shortened(label, width),
    },
    marks: [
      barX(parts, { x: "share", y: "label", fill: "var(--series-1)", insetTop: 3, insetBottom: 3, rx: 2 }),
      text(parts, {
        x: "share",
        y: "label",
        text: ({ share, count }: Part) => `${formatPercent(share)} · ${formatCount(count)}`,
        textAnchor: "start",
        dx: 6,
        fill: "var(--ink-soft)",
      }),
      ruleX([0], { stroke: "var(--line-strong)" }),
    ],
  });

const shortened = (label: string, width: number): string => {
  const maxLength = Math.floor(Math.min(170, width * 0.4) / 7);
  return label.length > maxLength ? `${label.slice(0, maxLength - 1)}…` : label;
};

const summaryOf = (parts: readonly Part[]): string => {
  const largest = parts.reduce<Part | undefined>(
    (best, part) => (best && best.share >= part.share ? best : part),
    undefined,
  );
  return largest ? `Most frequent: ${largest.label}, ${formatPercent(largest.share)}.` : "No data.";
};

/** A bin of values, as the API has it. */
export interface Bin {
  data_type: "number" | "date" | "boolean" | "text";
  min?: number | string;
  max?: number | string;
  value?: boolean | string;
  count: number;
  /** Share of all bins, 0 to 100. */
  percent: number;
}

export const partsOf = (bins: readonly Bin[], shown: (value: string) => string = (value) => value): Part[] =>
  bins.map((bin) => ({ label: labelOf(bin, shown), count: bin.count, share: bin.percent / 100 }));

/** Bins of numbers and dates are half-open: "97 to 183" includes 97 and excludes 183. */
const labelOf = ({ data_type, min, max, value }: Bin, shown: (value: string) => string): string => {
  if (data_type === "text") return shown(String(value));
  if (data_type === "boolean") return value === undefined ? "unknown" : value ? "yes" : "no";
  const show = (bound: number | string) =>
    typeof bound === "number" ? formatNumber(bound) : formatDay(bound);
  if (max === undefined) return `${show(min!)} or more`;
  return `${show(min!)} to ${show(max)}`;
};
