// Thirty-six people of six given and six family names, each with a mailbox of their own: in small data a
// likeness of spelling proves little.

import type { IdentitySet } from "../../src/domain/data/dataset.js";
import type { LabelledRow } from "./labelled-set.js";

export const fewNamesColumns = ["name", "email"] as const;
export const fewNamesIdentity: IdentitySet = { person_full_name: "name", email: "email" };

const givens = ["Anna", "Bernd", "Clara", "David", "Emma", "Franz"];
const families = ["Huber", "Weber", "Gruber", "Bauer", "Wagner", "Pichler"];

/** Always the same rows. */
export const fewNamesRows = (): LabelledRow[] =>
  givens.flatMap((given, i) =>
    families.map((family, j) => ({
      values: { name: `${given} ${family}`, email: `${given}.${family}@mail.ch`.toLowerCase() },
      person: i * families.length + j,
      kind: "few_names",
    })),
  );
