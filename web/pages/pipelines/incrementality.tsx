// Effects of all contacts of a pipeline, month by month since chance drew its groups.

import { incrementalitySentence } from "../../../src/words/incrementality.js";
import type { Schemas } from "../../api/client.js";
import { formatCount, formatMonth, reader } from "../../ui/format.js";
import { BroughtFigure, broughtText } from "./brought-figure.js";
import styles from "./holdout.module.css";

type Incrementality = NonNullable<Schemas["ScopeHoldout"]["incrementality"]>;
type Month = Incrementality["months"][number];

export const BroughtByContacting = ({ incrementality }: { incrementality: Incrementality }) => {
  const { since, months, conversions, amount, profit } = incrementality;
  const last = months.at(-1);
  if (!last) return null;
  const sentence = incrementalitySentence(
    { since, contact: last.contact.people, conversions, amount, profit },
    reader,
  );
  return (
    <section className={styles.campaign}>
      <h3>What contacting has brought</h3>
      <p>
        <strong>{sentence}</strong> All contacts count, also those of campaigns that nobody has listed.
      </p>
      <SoFar months={months} />
    </section>
  );
};

const monthOf = ({ from }: Month) => formatMonth(from.slice(0, 7));
const whole = (value: number) => formatCount(Math.round(value));

/** Amounts where the goal's events have them, otherwise conversions. */
const SoFar = ({ months }: { months: Month[] }) => {
  const hasAmounts = months.some((month) => month.amount_so_far !== undefined);
  const soFar = (month: Month) => (hasAmounts ? month.amount_so_far : month.conversions_so_far);
  const rows = months.flatMap((month) => {
    const brought = soFar(month);
    return brought ? [{ ...month, brought }] : [];
  });
  const last = rows.at(-1);
  if (!last || rows.length < 2) return null;
  const what = hasAmounts ? "amount" : "conversions";
  return (
    <BroughtFigure
      what={what}
      title={`Additional ${what} since the beginning`}
      about="What the people to contact have brought more than they would have if left alone, through each month. An effect is proven where the interval is above 0 or below it."
      summary={`${broughtText(last, whole)} through ${monthOf(last)}.`}
      months={rows}
      nameOf={monthOf}
      show={whole}
      fileName="brought-by-contacting"
    />
  );
};
