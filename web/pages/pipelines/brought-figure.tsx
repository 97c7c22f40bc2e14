// Figure of what contacting has brought, by month: the difference to the people who are held out, with its interval.

import type { ReactNode } from "react";
import { IntervalFigure } from "../../charts/interval-figure.js";
import { reader } from "../../ui/format.js";

interface Figure {
  value: number;
  low: number;
  high: number;
}

interface Group {
  people: number;
  conversions: number;
}

export interface BroughtMonth {
  contact: Group;
  held_out: Group;
  brought: Figure;
}

interface BroughtFigureProps<M extends BroughtMonth> {
  /** "conversions" */
  what: string;
  title?: string;
  about: ReactNode;
  summary: string;
  months: readonly M[];
  nameOf: (month: M) => string;
  show: (value: number) => string;
  fileName: string;
}

export const BroughtFigure = <M extends BroughtMonth>({
  what,
  title = `Additional ${what}`,
  months,
  nameOf,
  ...figure
}: BroughtFigureProps<M>) => (
  <IntervalFigure
    {...figure}
    title={title}
    isAcross
    rows={months}
    label={{ header: "Month", of: nameOf }}
    interval={({ brought }) => brought}
    value={`Additional ${what}`}
    reference={{ value: 0, label: "no effect" }}
    columns={[
      { header: "To contact", value: ({ contact }) => contact.people },
      { header: "Conversions", value: ({ contact }) => contact.conversions },
      { header: "Held out", value: ({ held_out: held }) => held.people },
      { header: "Conversions held out", value: ({ held_out: held }) => held.conversions },
    ]}
    height={240}
  />
);

export const broughtText = ({ brought }: BroughtMonth, show: (value: number) => string): string =>
  reader.withInterval(brought.value, brought, show);
