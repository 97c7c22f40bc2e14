// People known for a short and for a long time, apart.

import { formatCount } from "../../../ui/format.js";
import type { Analysis } from "./analysis.js";

interface Span {
  tenure_start: number;
  tenure_end?: number;
}

/** Of whole days; the end is exclusive. */
const spanInWords = ({ tenure_start, tenure_end }: Span): string =>
  tenure_end === undefined
    ? `${formatCount(tenure_start)} days and more`
    : `${formatCount(tenure_start)} to ${formatCount(tenure_end - 1)} days`;

/** As it stands at an axis: “30–89”, “180 +”. */
const shortSpan = ({ tenure_start, tenure_end }: Span): string =>
  tenure_end === undefined ? `${formatCount(tenure_start)} +` : `${tenure_start}–${tenure_end - 1}`;

export interface Tenure {
  span: string;
  shortSpan: string;
  people: number;
  rate: number;
  auc: number;
  lift: number;
}

/** How many people a span has is told only by its table for people. */
export const tenuresOf = ({ tenure_performances }: Analysis): Tenure[] =>
  tenure_performances.recognized_individuals.map(({ roc_auc, metrics_table, ...span }) => {
    const cell = (header: string) =>
      Number(metrics_table.rows[0]?.[metrics_table.headers.indexOf(header)] ?? 0);
    return {
      span: spanInWords(span),
      shortSpan: shortSpan(span),
      people: cell("People"),
      rate: cell("Base rate"),
      auc: roc_auc,
      lift: cell("Top-decile lift"),
    };
  });

export interface Attention {
  span: string;
  shortSpan: string;
  feature: string;
  importance: number;
}

const toldOfEach = 4;

/** Of each span the foremost few features, with their share in all spans. */
export const attentionOf = ({ tenure_features }: Analysis): Attention[] => {
  const spans = tenure_features.recognized_individuals;
  const most = new Map<string, number>();
  for (const { literate, importance } of spans.flatMap(({ features }) => features.slice(0, toldOfEach)))
    most.set(literate, Math.max(importance, most.get(literate) ?? 0));
  const told = [...most].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([feature]) => feature);
  return told.flatMap((feature) =>
    spans.map((span) => ({
      span: spanInWords(span),
      shortSpan: shortSpan(span),
      feature,
      importance: span.features.find(({ literate }) => literate === feature)?.importance ?? 0,
    })),
  );
};
