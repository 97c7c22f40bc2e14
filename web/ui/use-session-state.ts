// State that survives navigation and reloads while the browser's tab is open, for entries that are not saved yet.

import { useState } from "react";

interface SessionState<T> {
  value: T;
  /** Whether it differs from the initial value. */
  isChanged: boolean;
  set: (value: T) => void;
  /** Back to the initial value. */
  reset: () => void;
  /** Call it once the value is saved. */
  forget: () => void;
}

/** The stored value of `key`, or else the initial one. Values are plain data. */
export const useSessionState = <T>(key: string, initial: () => T): SessionState<T> => {
  const [value, setValue] = useState<T>(() => read<T>(key) ?? initial());
  const forget = () => sessionStorage.removeItem(key);
  return {
    value,
    isChanged: JSON.stringify(value) !== JSON.stringify(initial()),
    set(changed) {
      setValue(changed);
      sessionStorage.setItem(key, JSON.stringify(changed));
    },
    reset() {
      forget();
      setValue(initial());
    },
    forget,
  };
};

const read = <T>(key: string): T | undefined => {
  const text = sessionStorage.getItem(key);
  return text === null ? undefined : (JSON.parse(text) as T);
};
