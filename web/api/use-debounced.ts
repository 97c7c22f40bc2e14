// A value that is being typed, once it has been left alone for a moment.

import { useEffect, useState } from "react";

const pauseMs = 300;

/** What was given when it last stood still. Values are compared by what they hold. */
export const useDebounced = <T>(value: T): T => {
  const [settled, setSettled] = useState(value);
  const text = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(text) as T), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
};
