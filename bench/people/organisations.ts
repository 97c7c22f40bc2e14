// Organisations in a column of names: nurseries and schools with their address and telephone number, each
// spelled in several ways. Many share their first and last words.

import { chance, pick, type Random, randomFor, upTo } from "../../examples/shop/random.js";
import type { IdentitySet } from "../../src/domain/data/dataset.js";
import { typo } from "./errors.js";
import { drawPhone } from "./household.js";
import type { LabelledRow } from "./labelled-set.js";
import { drawCommonName } from "./names.js";
import { drawHomeAddress, type HomeAddress } from "./places.js";

export const organisationColumns = ["name", "address", "postcode", "phone"] as const;
export const organisationIdentity: IdentitySet = {
  person_full_name: "name",
  house_number_and_street: ["address"],
  postcode: "postcode",
  phone: "phone",
};

export const organisationRows = (count: number, seed: number): LabelledRow[] => {
  const rows: LabelledRow[] = [];
  for (let person = 0; rows.length < count; person++) {
    const random = randomFor(seed, person);
    const name = drawName(random);
    const home = { ...drawHomeAddress(randomFor(seed, -1, upTo(random, 400))), number: upTo(random, 9000) };
    const phone = drawPhone(random);
    do rows.push({ values: written(name, home, phone, random), person, kind: "organisation" });
    while (chance(random, 0.55));
  }
  return rows;
};

const starts = [
  "Little",
  "Saint",
  "First",
  "Happy",
  "Sunshine",
  "Community",
  "Precious",
  "Bright",
  "Holy",
  "New",
];
const middles = [
  "Angels",
  "Stars",
  "Steps",
  "Hearts",
  "Lambs",
  "Scholars",
  "Explorers",
  "Friends",
  "Minds",
  "Hope",
];
const ends = [
  "Child Care Center",
  "Day Care Center",
  "Elementary School",
  "Head Start",
  "Learning Center",
  "Academy",
  "Preschool",
];

const drawName = (random: Random): string => {
  const { family } = drawCommonName("man", random);
  const start = chance(random, 0.4) ? `${family}` : pick(random, starts);
  return `${start} ${pick(random, middles)} ${pick(random, ends)}`;
};

const written = (name: string, home: HomeAddress, phone: string, random: Random): Record<string, string> => ({
  name: respelled(name, random),
  address: `${home.number} ${home.direction ?? "N"} ${home.street} ${home.kind[chance(random, 0.5) ? 0 : 1]}`,
  postcode: chance(random, 0.4) ? home.postcode : "",
  phone: chance(random, 0.7) ? phone : "",
});

const respelled = (name: string, random: Random): string => {
  const mark = random();
  if (mark < 0.15) return name.replace("Center", "Ctr");
  if (mark < 0.25) return `${name} Inc.`;
  if (mark < 0.35) return `Chicago Board of ${name.split(" ").at(-1)} - ${name}`;
  if (mark < 0.45) return typo(name, random);
  return mark < 0.5 ? name.replace(" Child", "").replace(" Elementary", "") : name;
};
