// How sure it must be that two records are one person, and how many people a build may make records of others.

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
      "Only records that share what identifies a person: a customer number, an e-mail address or telephone with the name, or the name at the same address. Hardly anybody is taken for another; some people are there twice.",
  },
  strict: {
    label: "Strict",
    meaning: "Also records that are one person with a probability of 95 % at least: a typo, a nickname.",
  },
  standard: {
    label: "Standard",
    meaning: "From 80 % on. What suits most shops.",
  },
  loose: {
    label: "Loose",
    meaning:
      "From 50 % on: more likely one person than two. Finds the most, and takes relatives for each other now and then.",
  },
};
const usualShare = 5;

export const Resolution = ({ account }: { account: Schemas["Account"] }) => {
  const { mode: initial, most_merged, default_country } = account.identity_resolution;
  const [mode, setMode] = useState(initial);
  const [most, setMost] = useState(String((most_merged ?? usualShare / 100) * 100));
  const [country, setCountry] = useState<string>(default_country);
  const change = useMutationOf(changeAccount);
  const save = () =>
    change.mutate({
      identity_resolution: {
        mode,
        most_merged: Number((Number(most) / 100).toFixed(6)),
        default_country: country.toUpperCase(),
      },
    });
  return (
    <Panel title="How records become people">
      <p>
        A change builds everything that depends on people again. <Link to="/people">People</Link> shows what
        came of it.
      </p>
      <Form action="Save, and build again" sending={change} onSubmit={save}>
        <fieldset className={styles.modes}>
          <legend>Two records are one person</legend>
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
          label="Most people that a build may merge, in %"
          type="number"
          min={0}
          max={100}
          step="any"
          hint="A file that would make records of others of more people than this is held back until you allow it: mostly it is wrong."
          value={most}
          onChange={setMost}
          required
        />
        <TextField
          label="Country of telephone numbers"
          hint={`${nameOfCountry(country)}. Numbers without a country’s code are dialled as from there: two letters, such as US or DE.`}
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
  (/^[a-z]{2}$/i.test(code) && countries.of(code.toUpperCase())) || "No country";
