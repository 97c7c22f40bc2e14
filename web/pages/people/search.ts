// What is typed to find somebody may be a name, an e-mail address, a telephone number, the owner's own number or where they live.
// It is looked for as all that it can be.

export interface Search {
  email?: string;
  phone?: string;
  customer_id?: string;
  name?: string;
  address?: string;
}

/** None where nothing is asked for. The likeliest first. */
export const searchesFor = (typed: string): Search[] => {
  const text = typed.trim();
  if (text === "") return [];
  if (text.includes("@")) return [{ email: text }];
  const digits = text.replace(/\D/g, "").length;
  const isNumber = digits >= 7 && /^[+\d\s()./-]+$/.test(text);
  if (isNumber) return [{ phone: text }, { customer_id: text }];
  if (digits > 0 && !text.includes(" ")) return [{ customer_id: text }, { name: text }];
  if (digits > 0) return [{ address: text }, { customer_id: text }, { name: text }];
  return [{ name: text }, { customer_id: text }];
};

/** What several searches found, nobody twice. */
export const foundOnce = <P extends { id: string }>(found: readonly (readonly P[])[]): P[] => [
  ...new Map(found.flat().map((person) => [person.id, person])).values(),
];
