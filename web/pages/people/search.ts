// Interpretation of a search text: it may be a name, an e-mail address, a phone number, a customer ID or an
// address, and is searched as each of those that fit.

export interface Search {
  email?: string;
  phone?: string;
  customer_id?: string;
  name?: string;
  address?: string;
}

/** Most likely first; none for an empty text. */
export const searchesFor = (entered: string): Search[] => {
  const text = entered.trim();
  if (text === "") return [];
  if (text.includes("@")) return [{ email: text }];
  const digits = text.replace(/\D/g, "").length;
  const isNumber = digits >= 7 && /^[+\d\s()./-]+$/.test(text);
  if (isNumber) return [{ phone: text }, { customer_id: text }];
  if (digits > 0 && !text.includes(" ")) return [{ customer_id: text }, { name: text }];
  if (digits > 0) return [{ address: text }, { customer_id: text }, { name: text }];
  return [{ name: text }, { customer_id: text }];
};

/** The results of several searches, each person once. */
export const withoutDuplicates = <P extends { id: string }>(results: readonly (readonly P[])[]): P[] => [
  ...new Map(results.flat().map((person) => [person.id, person])).values(),
];
