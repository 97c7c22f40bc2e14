// What was entered and is not sent yet: kept while the browser's tab is open, so that neither the way back nor a reload loses it.

import { useState } from "react";

interface SessionState<T> {
  value: T;
  /** Something was entered that is not sent. */
  isChanged: boolean;
  set: (value: T) => void;
  /** Back to how it began. */
  reset: () => void;
  /** Once it was sent. */
  forget: () => void;
}

/** `value` as it was left under this key, or else as it begins. Values are plain data. */
export const useSessionState = <T>(key: string, begin: () => T): SessionState<T> => {
  const [value, setValue] = useState<T>(() => read<T>(key) ?? begin());
  const forget = () => sessionStorage.removeItem(key);
  return {
    value,
    isChanged: JSON.stringify(value) !== JSON.stringify(begin()),
    set(changed) {
      setValue(changed);
      sessionStorage.setItem(key, JSON.stringify(changed));
    },
    reset() {
      forget();
      setValue(begin());
    },
    forget,
  };
};

const read = <T>(key: string): T | undefined => {
  const text = sessionStorage.getItem(key);
  return text === null ? undefined : (JSON.parse(text) as T);
};
