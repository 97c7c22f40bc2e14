// Entries of a form, kept while the browser's tab is open: over a reload, an ended session and a restart of
// the service. They belong to one account, and are forgotten once the form is saved or the account signs out.

import { createContext, Fragment, type ReactNode, use, useState } from "react";
import { useSession } from "../api/account.js";
import { Button } from "./button.js";
import styles from "./form.module.css";

/** The key of the form around, in the session storage. */
const FormKey = createContext<string | undefined>(undefined);

const prefix = "draft:";

interface DraftFormProps {
  /** Unique among forms: `cohorts:new`. */
  name: string;
  /** Gets the function to call once the form is saved. */
  children: (forget: () => void) => ReactNode;
}

/** A form whose fields use `useDraft`. It says so when it opens with entries of before. */
export const DraftForm = ({ name, children }: DraftFormProps) => {
  const { data: session } = useSession();
  const key = `${prefix}${session?.account?.id}:${name}`;
  const [opened, setOpened] = useState(0);
  const [isRestored, setRestored] = useState(() => sessionStorage.getItem(key) !== null);
  const forget = () => sessionStorage.removeItem(key);
  const restart = () => {
    forget();
    setRestored(false);
    setOpened(opened + 1);
  };
  return (
    <FormKey value={key}>
      {isRestored && (
        <p role="status" className={styles.restored}>
          Your entries are still here.{" "}
          <Button look="quiet" onClick={restart}>
            Start again
          </Button>
        </p>
      )}
      <Fragment key={opened}>{children(forget)}</Fragment>
    </FormKey>
  );
};

/** State that a `DraftForm` keeps, by field. Values are plain data and never secrets. */
export const useDraft = <T,>(field: string, initial: T | (() => T)): [T, (value: T) => void] => {
  const key = use(FormKey);
  const [value, setValue] = useState<T>(() => {
    const kept = key === undefined ? {} : entriesOf(key);
    if (field in kept) return kept[field] as T;
    return initial instanceof Function ? initial() : initial;
  });
  const change = (changed: T) => {
    setValue(changed);
    if (key !== undefined)
      sessionStorage.setItem(key, JSON.stringify({ ...entriesOf(key), [field]: changed }));
  };
  return [value, change];
};

const entriesOf = (key: string): Record<string, unknown> => JSON.parse(sessionStorage.getItem(key) ?? "{}");

const draftKeys = (): string[] => Object.keys(sessionStorage).filter((key) => key.startsWith(prefix));

export const hasDrafts = (): boolean => draftKeys().length > 0;

export const forgetDrafts = (): void => {
  for (const key of draftKeys()) sessionStorage.removeItem(key);
};
