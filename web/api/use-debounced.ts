// A value that is being typed, after a pause in typing.

import { useEffect, useState } from "react";

const pauseMs = 300;

/** The value at the last pause. Values are compared by content. */
export const useDebounced = <T>(value: T): T => {
  const [debounced, setDebounced] = useState(value);
  // In an object, because undefined alone is no JSON.
  const text = JSON.stringify({ value });
  useEffect(() => {
    const timer = setTimeout(() => setDebounced((JSON.parse(text) as { value: T }).value), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return debounced;
};
