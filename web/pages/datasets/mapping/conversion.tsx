// Conversion of the amounts of other currencies into that of the values: a rate for each. Rates with dates are
// entered in the settings of the stream.

import { codeOf } from "../../../../src/words/currency.js";
import type { Schemas } from "../../../api/client.js";
import { TextField } from "../../../ui/field.js";
import { reader } from "../../../ui/format.js";
import { changedStream, type Draft } from "./draft.js";
import styles from "./mapping.module.css";
import { type Rates, rateOf, withRate, withRates } from "./rates.js";

type Counts = Schemas["EventCounts"];

interface ConversionProps {
  stream: string;
  counts: Counts;
  draft: Draft;
  onChange: (draft: Draft) => void;
}

/** Nothing where all amounts are in one currency. */
export const Conversion = ({ stream, counts, draft, onChange }: ConversionProps) => {
  const currency = draft.output_to_streams[stream]?.currency;
  if (!currency) return null;
  const own = codeOf(currency.is);
  const others = (counts.by_currency ?? []).filter((each) => each.currency !== null && each.currency !== own);
  const put = (rates: Rates) =>
    onChange(
      changedStream(draft, stream, (mapping) => ({ ...mapping, currency: withRates(currency, rates) })),
    );
  return (
    <div className={styles.fields}>
      {others.map(({ currency: code, value_total }) => {
        const rate = rateOf(currency.rates, code!);
        return (
          <TextField
            key={code}
            label={`1 ${code} in ${own}`}
            hint={
              rate === undefined
                ? "Without a rate these amounts are left out."
                : `${reader.amount(value_total)} ${code} are ${reader.amount(value_total * rate)} ${own}.`
            }
            inputMode="decimal"
            defaultValue={rate === undefined ? "" : String(rate)}
            onChange={(typed) => put(withRate(currency.rates, code!, Number(typed.replace(",", "."))))}
          />
        );
      })}
    </div>
  );
};
