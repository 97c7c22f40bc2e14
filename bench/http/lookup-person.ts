// Person to look up: the first one in a target's file with an e-mail address and no quoted value.

const identifyingColumns = ["email", "person_first_name", "person_last_name"];

/** `csv` may end in the middle of a line. */
export const lookupPersonIn = (csv: string): Record<string, string> => {
  const [header, ...lines] = csv.split("\n").map((line) => line.trim().split(","));
  const columns = identifyingColumns.map((name) => header!.indexOf(name));
  const person = lines.find(
    (values) =>
      values.length === header!.length &&
      columns.every((column) => values[column]) &&
      !values.some((value) => value.includes('"')),
  );
  if (!person) throw new Error(`The file has no person to look up: ${header!.join(", ")}`);
  return Object.fromEntries(identifyingColumns.map((name, i) => [name, person[columns[i]!]!]));
};
