// Settings of the currency of a stream's values: the column that names it, and rates for the others.

import { useState } from "react";
import { codeOf } from "../../../../src/words/currency.js";
import { nounOf } from "../../../../src/words/ledger.js";
import { capitalized, plural } from "../../../../src/words/plural.js";
import { SelectField, TextAreaField, TextField } from "../../../ui/field.js";
import { columnChoices, type PartProps } from "./columns.js";
import { changedStream, type StreamMapping } from "./draft.js";
import styles from "./mapping.module.css";
import { type Rates, ratesInLines, readRates, withoutOldRates, withRates } from "./rates.js";

/** The choice of one currency for all amounts, which is the name of no column. */
const one = "\u0000one";

interface CurrencyProps extends PartProps {
  name: string;
  stream: StreamMapping;
}

export const CurrencySettings = ({ draft, onChange, columns, name, stream }: CurrencyProps) => {
  const { currency, data_map } = stream;
  const put = (changed: StreamMapping) =>
    onChange(
      withoutOldRates(
        changedStream(draft, name, () => changed),
        draft,
      ),
    );
  if (!data_map.value) return null;
  const column = currency?.column_name;
  const [none, ...others] = columnChoices(columns, { chosen: column });
  const choose = (chosen: string) => {
    const { currency: _, ...rest } = stream;
    const values = columns.find((each) => each.name === chosen)?.values ?? [];
    const is = currency?.is ?? values[0] ?? "EUR";
    put({ ...rest, ...(chosen && { currency: { is, ...(chosen !== one && { column_name: chosen }) } }) });
  };
  return (
    <div className={styles.fields}>
      <SelectField
        label="Column of the currency"
        hint="Amounts of several currencies are never added."
        value={currency ? (column ?? one) : ""}
        choices={[none!, { value: one, label: "All amounts are in one currency" }, ...others]}
        onChange={choose}
      />
      {currency && (
        <TextField
          label="Currency of the values"
          hint={
            column === undefined
              ? "The currency of all amounts."
              : `${capitalized(plural(nounOf(name)))} in another currency count, and have no value without a rate.`
          }
          value={currency.is}
          onChange={(is) => is.trim() !== "" && put({ ...stream, currency: { ...currency, is } })}
        />
      )}
      {currency && column !== undefined && (
        <SelectField
          label="Amounts without a currency"
          hint="Of rows that name none, where others name one."
          value={currency.includes_unnamed ? "added" : "left_out"}
          choices={[
            { value: "left_out", label: "Leave them out" },
            { value: "added", label: "Add them to the values" },
          ]}
          onChange={(choice) => {
            const { includes_unnamed: _, ...named } = currency;
            const added = choice === "added" && { includes_unnamed: true };
            put({ ...stream, currency: { ...named, ...added } });
          }}
        />
      )}
      {currency && column !== undefined && (
        <RatesField
          key={currency.is}
          is={currency.is}
          rates={currency.rates ?? []}
          onChange={(rates) => put({ ...stream, currency: withRates(currency, rates) })}
        />
      )}
    </div>
  );
};

/** The currency of a stream's values where no column names one: asked for in a word, and left open without an answer. */
export const CurrencyQuestion = ({ draft, onChange, name }: Omit<CurrencyProps, "columns" | "stream">) => {
  const stream = draft.output_to_streams[name];
  if (!stream?.data_map.value || stream.currency?.column_name !== undefined) return null;
  const { currency: _, ...rest } = stream;
  return (
    <SelectField
      label="Which currency are the amounts in?"
      hint="No column says it. Without an answer, amounts are shown without a currency."
      value={codeOf(stream.currency?.is ?? "")}
      choices={[{ value: "", label: "Not said" }, ...currencyChoices()]}
      onChange={(is) =>
        onChange(changedStream(draft, name, () => (is ? { ...rest, currency: { is } } : rest)))
      }
    />
  );
};

/** In the order of their codes, those of most shops first. */
const currencyChoices = () => {
  const names = new Intl.DisplayNames(undefined, { type: "currency" });
  const usual = ["EUR", "USD", "GBP", "CHF"];
  const others = Intl.supportedValuesOf("currency").filter((code) => !usual.includes(code));
  return [...usual, ...others].map((code) => ({ value: code, label: `${code}, ${names.of(code) ?? code}` }));
};

interface RatesProps {
  is: string;
  rates: Rates;
  onChange: (rates: Rates) => void;
}

/** The text is kept as it is typed; the rates follow as soon as each line is one. */
const RatesField = ({ is, rates, onChange }: RatesProps) => {
  const [text, setText] = useState(() => ratesInLines(rates));
  const read = readRates(text);
  return (
    <TextAreaField
      label={`Rates to ${is}`}
      hint={`What one unit of each other currency is worth in ${is}, and from which day: USD 0.92 2026-01-01. The newest one on the day of an amount counts.`}
      problem={"problem" in read ? read.problem : undefined}
      rows={3}
      spellCheck={false}
      value={text}
      onChange={(typed: string) => {
        setText(typed);
        const found = readRates(typed);
        if ("rates" in found) onChange(found.rates);
      }}
    />
  );
};
