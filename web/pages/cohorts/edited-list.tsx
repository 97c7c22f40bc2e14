// Conditions one below the other, with a way to one more. Who takes one away goes on at the button that adds.

import { Fragment, type ReactNode, useRef } from "react";
import { Button } from "../../ui/button.js";
import styles from "./condition-fields.module.css";

interface EditedListProps<C> {
  /** What is added: "condition on a place". */
  what: string;
  conditions: readonly C[];
  /** The first form of a new one; absent: there is nothing to ask about. */
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
        // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no name, and their fields no state of their own
        <Fragment key={index}>
          {children(
            condition,
            (changed) => onChange(conditions.with(index, changed)),
            () => remove(index),
          )}
        </Fragment>
      ))}
      <Button ref={add} disabled={!fresh} onClick={() => fresh && onChange([...conditions, fresh()])}>
        Add a {what}
      </Button>
    </div>
  );
};
