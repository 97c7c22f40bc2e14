// Expected figures: what the owner knows of the shop, and the readings of the file that give it.

import { type FormEvent, useId, useState } from "react";
import type { Schemas } from "../../../api/client.js";
import { Button } from "../../../ui/button.js";
import { TextField } from "../../../ui/field.js";
import styles from "./mapping.module.css";

type Dataset = Schemas["Dataset"];
type Readings = NonNullable<NonNullable<Dataset["proposal"]>["expected"]>;
type Expected = NonNullable<Dataset["expected"]>;

interface ExpectedFiguresProps {
  dataset: Dataset;
  /** Reads the files again, for these figures. */
  onExpect: (expected: Expected) => void;
  /** Applies the merge patch of a reading to the proposal. */
  onTake: (sets: Record<string, unknown>) => void;
}

export const ExpectedFigures = ({ dataset, onExpect, onTake }: ExpectedFiguresProps) => {
  const { expected = {}, proposal } = dataset;
  const id = useId();
  const [typed, setTyped] = useState({
    orders: expected.orders?.toString() ?? "",
    revenue: expected.revenue?.toString() ?? "",
  });
  const orders = amountOf(typed.orders);
  const revenue = amountOf(typed.revenue);
  const problems = {
    orders: orders !== null && (orders === undefined || !Number.isInteger(orders) || orders < 0),
    revenue: revenue === undefined,
  };
  const isEmpty = orders === null && revenue === null;
  const find = (event: FormEvent) => {
    event.preventDefault();
    if (isEmpty || problems.orders || problems.revenue) return;
    onExpect({ ...(orders != null && { orders }), ...(revenue != null && { revenue }) });
  };
  return (
    <section className={styles.expected} aria-labelledby={id}>
      <h3 id={id}>Does your shop say something else?</h3>
      <form onSubmit={find}>
        <TextField
          label="Orders"
          inputMode="numeric"
          value={typed.orders}
          problem={problems.orders ? "Enter a whole number." : undefined}
          onChange={(text) => setTyped({ ...typed, orders: text })}
        />
        <TextField
          label="Revenue"
          inputMode="decimal"
          value={typed.revenue}
          problem={problems.revenue ? "Enter an amount, such as 102915.45." : undefined}
          onChange={(text) => setTyped({ ...typed, revenue: text })}
        />
        <Button type="submit" disabled={isEmpty}>
          Find the reading
        </Button>
      </form>
      {proposal?.expected && <Found of={proposal.expected} onTake={onTake} />}
    </section>
  );
};

const Found = ({
  of: { is_met, readings },
  onTake,
}: { of: Readings } & Pick<ExpectedFiguresProps, "onTake">) => {
  const isExact = readings.some(({ misses }) => Object.keys(misses).length === 0);
  return (
    <div aria-live="polite">
      <p>{is_met ? "The suggestion counts exactly this." : foundSentence(readings.length, isExact)}</p>
      <ul>
        {readings.map(({ label, sets }) => (
          <li key={label} className={styles.finding}>
            <p>{label}</p>
            <Button look="quiet" onClick={() => onTake(sets)} aria-label={`Use this reading: ${label}`}>
              Use this
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
};

const foundSentence = (readings: number, isExact: boolean): string => {
  if (readings === 0) return "No reading of this file comes near these figures.";
  return isExact ? "What gives your figures:" : "No reading gives these figures. The nearest:";
};

/** Null for an empty field, and undefined for what is no number. `1,573.40` and `1.573,40` are amounts. */
const amountOf = (text: string): number | null | undefined => {
  const digits = text.replace(/[\s'’€$£]/g, "");
  if (digits === "") return null;
  const decimal = /[.,](?=\d{1,2}$)/.exec(digits);
  const whole = digits.slice(0, decimal?.index ?? digits.length).replace(/[.,](?=\d{3})/g, "");
  const number = Number(decimal ? `${whole}.${digits.slice(decimal.index + 1)}` : whole);
  return Number.isFinite(number) ? number : undefined;
};
