// First answers: what the service put into the page beside its code, so that the first page need not ask for it. Each
// stands under the key of the query that would have read it (src/http/first-reads.ts).

import type { QueryKey } from "@tanstack/react-query";

interface First {
  /** Route of the page; undefined: nobody is signed in, or the service does not know the page. */
  route?: string;
  answers: readonly (readonly [key: QueryKey, body: unknown])[];
}

/** Takes them out of the page: they are true at this moment alone. */
export const takeFirst = (): First => {
  const element = document.getElementById("first");
  element?.remove();
  return element ? (JSON.parse(element.textContent ?? "") as First) : { answers: [] };
};
