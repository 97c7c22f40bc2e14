// A value that changes once the browser has painted what else changed with it, so that a click or a key is answered at once
// and what takes longer follows.

import { useEffect, useState } from "react";

export const useDeferred = <T>(value: T): T => {
  const [shown, show] = useState(value);
  useEffect(() => show(() => value), [value]);
  return shown;
};
