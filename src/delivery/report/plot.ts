// Plot with two scales, drawn as SVG of one fixed size that the page stretches. Marks are placed in units of
// the scales. Colours come from the page, which has a dark scheme and one for print.

import type { BandPoint } from "../../domain/outcome/evaluation.js";
import { type Html, html } from "./html.js";

export interface Scale {
  label: string;
  from: number;
  to: number;
  ticks: readonly number[];
  show(tick: number): string;
}

interface Point {
  x: number;
  y: number;
}

const size = { width: 360, height: 280 };
const margin = { left: 44, right: 12, top: 12, bottom: 42 };

export class Plot {
  constructor(
    private readonly xScale: Scale,
    private readonly yScale: Scale,
  ) {}

  /** `alt` describes the picture to a screen reader. */
  draw(alt: string, marks: readonly (Html | false)[]): Html {
    const { width, height } = size;
    return html`
<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${alt}">
${this.axes()}
${marks}
</svg>`;
  }

  line(points: readonly Point[], kind: "model" | "reference" | "cut"): Html {
    return html`<path class="${kind}" d="${this.path(points)}"/>`;
  }

  band(points: readonly BandPoint[]): Html {
    const upper = points.map(({ x, y_max }) => ({ x, y: y_max }));
    const lower = points.map(({ x, y_min }) => ({ x, y: y_min })).reverse();
    return html`<path class="band" d="${this.path([...upper, ...lower])}Z"/>`;
  }

  /** Dots with upright bars from `y_min` to `y_max`. */
  dots(points: readonly BandPoint[]): Html {
    return html`${points.map(
      ({ x, y, y_min, y_max }) => html`
<path class="bar" d="${this.path([
        { x, y: y_min },
        { x, y: y_max },
      ])}"/><circle class="dot" cx="${this.x(x)}" cy="${this.y(y)}" r="3.5"/>`,
    )}`;
  }

  private axes(): Html {
    const { left, top } = margin;
    const [right, bottom] = [size.width - margin.right, size.height - margin.bottom];
    const { xScale, yScale } = this;
    return html`
${yScale.ticks.map(
  (tick) => html`
<path class="grid" d="M${left} ${this.y(tick)}H${right}"/><text x="${left - 6}" y="${this.y(tick)}" class="ytick">${yScale.show(tick)}</text>`,
)}
${xScale.ticks.map(
  (tick) => html`
<text x="${this.x(tick)}" y="${bottom + 16}" class="xtick">${xScale.show(tick)}</text>`,
)}
<path class="axis" d="M${left} ${bottom}H${right}"/>
<text class="label xtick" x="${(left + right) / 2}" y="${size.height - 6}">${xScale.label}</text>
<text class="label xtick" transform="translate(11 ${(top + bottom) / 2}) rotate(-90)">${yScale.label}</text>`;
  }

  private path(points: readonly Point[]): string {
    return points.map(({ x, y }, i) => `${i === 0 ? "M" : "L"}${this.x(x)} ${this.y(y)}`).join("");
  }

  private x(at: number): number {
    return place(at, this.xScale, margin.left, size.width - margin.right);
  }

  private y(at: number): number {
    return place(at, this.yScale, size.height - margin.bottom, margin.top);
  }
}

/** To a tenth of a unit; a value outside of the scale is drawn on its edge. */
const place = (at: number, { from, to }: Scale, start: number, end: number): number => {
  const share = Math.min(1, Math.max(0, (at - from) / (to - from)));
  return Math.round(10 * (start + share * (end - start))) / 10;
};

/** Round numbers from 0 to just above `most`, in four to six steps. */
export const roundTicks = (most: number): number[] => ticksBetween(0, most);

/** Round numbers from just below `low` to just above `high`, in four to seven steps. */
export const ticksBetween = (low: number, high: number): number[] => {
  const rough = (high - low || 1) / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough) ?? 10);
  const first = Math.floor(low / step);
  return Array.from({ length: Math.ceil(high / step) - first + 1 }, (_, i) => (first + i) * step);
};
