// A list of conditions with a button that adds one. Removing one moves the focus to that button.

import { Fragment, type ReactNode, useRef } from "react";
import { Button } from "../../ui/button.js";
import styles from "./condition-fields.module.css";

interface EditedListProps<C> {
  /** The noun of an entry: "condition on a place". */
  what: string;
  conditions: readonly C[];
  /** A new condition; absent if there is no subject. */
  fresh: (() => C) | undefined;
  onChange: (conditions: readonly C[]) => void;
  children: (condition: C, onChange: (condition: C) => void, onRemove: () => void) => ReactNode;
}

export const EditedList = <C,>({ what, conditions, fresh, onChange, children }: EditedListProps<C>) => {
  const add = useRef<HTMLButtonElement>(null);
  const remove = (index: number) => {
    add.current?.focus();
    onChange(conditions.toSpliced(index, 1));
  };
  return (
    <div className={styles.list}>
      {conditions.map((condition, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no name, and their fields have no state
        <Fragment key={index}>
          {children(
            condition,
            (changed) => onChange(conditions.with(index, changed)),
            () => remove(index),
          )}
        </Fragment>
      ))}
      <Button ref={add} disabled={!fresh} onClick={() => fresh && onChange([...conditions, fresh()])}>
        Add {what}
      </Button>
    </div>
  );
};
