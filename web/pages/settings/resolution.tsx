// Deduplication settings: how sure a match must be, and how many people a build may merge.

import { useState } from "react";
import { Link } from "wouter";
import { changeAccount } from "../../api/account.js";
import type { Schemas } from "../../api/client.js";
import { useMutationOf } from "../../api/resources.js";
import { TextField } from "../../ui/field.js";
import { Form } from "../../ui/form.js";
import { Panel } from "../../ui/panel.js";
import styles from "./settings.module.css";

type Mode = Schemas["Account"]["identity_resolution"]["mode"];

const modes: Record<Mode, { label: string; meaning: string }> = {
  exact: {
    label: "Exact",
    meaning:
      "Merges only records with the same identifier: a customer ID, an e-mail address or phone number with the name, or the name at the same address. Wrong merges are very rare; some people stay duplicated.",
  },
  strict: {
    label: "Strict",
    meaning:
      "Also merges records that are the same person with a probability of at least 95 %, such as typos and nicknames.",
  },
  standard: {
    label: "Standard",
    meaning: "Merges from 80 %. Suits most shops.",
  },
  loose: {
    label: "Loose",
    meaning:
      "Merges from 50 %: more likely one person than two. Finds the most duplicates, and sometimes merges relatives.",
  },
};
const usualShare = 5;

export const Resolution = ({ account }: { account: Schemas["Account"] }) => {
  const { mode: initial, most_merged, default_country } = account.identity_resolution;
  const [mode, setMode] = useState(initial);
  const [maxMerged, setMaxMerged] = useState(String((most_merged ?? usualShare / 100) * 100));
  const [country, setCountry] = useState<string>(default_country);
  const change = useMutationOf(changeAccount);
  const save = () =>
    change.mutate({
      identity_resolution: {
        mode,
        most_merged: Number((Number(maxMerged) / 100).toFixed(6)),
        default_country: country.toUpperCase(),
      },
    });
  return (
    <Panel title="Deduplication">
      <p>
        Saving rebuilds everything that depends on people. See the result on the page{" "}
        <Link to="/people">People</Link>.
      </p>
      <Form action="Save and rebuild" sending={change} onSubmit={save}>
        <fieldset className={styles.modes}>
          <legend>Matching</legend>
          {(Object.keys(modes) as Mode[]).map((one) => (
            <label key={one} className={styles.mode}>
              <input type="radio" name="mode" checked={mode === one} onChange={() => setMode(one)} />
              <span>
                <strong>{modes[one].label}</strong>
                <span className={styles.meaning}>{modes[one].meaning}</span>
              </span>
            </label>
          ))}
        </fieldset>
        <TextField
          label="Maximum share of people that a build may merge, in %"
          type="number"
          min={0}
          max={100}
          step="any"
          hint="A build that would merge more people stops until you allow it, because the file is usually wrong."
          value={maxMerged}
          onChange={setMaxMerged}
          required
        />
        <TextField
          label="Default country of phone numbers"
          hint={`${nameOfCountry(country)}. Applies to numbers without a country code. Two letters, such as US or DE.`}
          value={country}
          onChange={setCountry}
          pattern="[A-Za-z]{2}"
          maxLength={2}
          required
        />
      </Form>
    </Panel>
  );
};

const countries = new Intl.DisplayNames(undefined, { type: "region", fallback: "none" });

const nameOfCountry = (code: string): string =>
  (/^[a-z]{2}$/i.test(code) && countries.of(code.toUpperCase())) || "Unknown country";
