// A list of checkboxes with a search field: each option has a note that distinguishes it from the others.

import { type ReactNode, useState } from "react";
import { CheckField, TextField } from "../../ui/field.js";
import { Skeleton } from "../../ui/panel.js";
import styles from "./chooser.module.css";

export interface Offered {
  id: string;
  name: string;
  /** Shown beside the name, for example the number of people. */
  note?: ReactNode;
}

interface ChooserProps {
  legend: string;
  hint: ReactNode;
  /** Undefined while loading. */
  offered: readonly Offered[] | undefined;
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
  /** Shown if there are no options. */
  none: ReactNode;
}

const manyFrom = 12;

export const Chooser = ({ legend, hint, offered, chosen, onChange, none }: ChooserProps) => {
  const [search, setSearch] = useState("");
  const shown = offered?.filter(
    ({ id, name }) => chosen.includes(id) || name.toLowerCase().includes(search.trim().toLowerCase()),
  );
  return (
    <fieldset className={styles.chooser}>
      <legend>{legend}</legend>
      <p className="small soft">{hint}</p>
      {offered === undefined && <Skeleton rows={3} />}
      {offered?.length === 0 && <p className="small soft">{none}</p>}
      {(offered?.length ?? 0) > manyFrom && (
        <TextField label={`Search ${legend.toLowerCase()}`} value={search} onChange={setSearch} />
      )}
      <div className={styles.offered}>
        {shown?.map(({ id, name, note }) => (
          <CheckField
            key={id}
            label={name}
            hint={note}
            checked={chosen.includes(id)}
            onChange={(isIn) => onChange(isIn ? [...chosen, id] : chosen.filter((one) => one !== id))}
          />
        ))}
      </div>
    </fieldset>
  );
};
