// Households of ten languages: one customer, a couple with children, a father
// and a son of one name, colleagues, a tower of flats, or the till of a shop, whose records are nobody's.

import { chance, pick, type Random, upTo } from "../../../examples/shop/random.js";
import { type Draw, weighted } from "../draw.js";
import type { Language, Spelled } from "./languages.js";

export type Setting = "single" | "family" | "father_and_son" | "office" | "tower" | "till";

export interface Home {
  street: string;
  town: string;
  postcode: string;
}

export interface Customer {
  given: readonly Spelled[];
  families: readonly Spelled[];
  home: Home;
  suffix?: string;
  flat?: string;
  number: string;
  email?: string;
  phone?: string;
  birthDate: string;
}

export interface Household {
  setting: Setting;
  language: Language;
  customers: Customer[];
  /** The shop's own records, by the name that they have. */
  till: string[];
}

const drawSetting: Draw<Setting> = weighted([
  ["single", 46],
  ["family", 36],
  ["father_and_son", 4],
  ["office", 4],
  ["tower", 1.5],
  ["till", 5],
]);

export const drawHousehold = (language: Language, house: number, random: Random): Household => {
  const setting = drawSetting(random);
  const home = drawHome(language, random);
  const household = (customers: Customer[], till: string[] = []) => ({ setting, language, customers, till });
  const person = (member: number, traits: Partial<Customer> = {}, gender = pick(random, genders)): Customer =>
    drawCustomer(language, home, `${house}-${member}`, gender, random, traits);
  switch (setting) {
    case "single":
      return household([person(0)]);
    case "family":
      return household(drawFamily(language, home, house, random));
    case "father_and_son":
      return household(drawFatherAndSon(language, home, house, random));
    case "office": {
      const shared = { email: `office${house}@firm.example`, phone: language.phone(random) };
      return household(
        distinct(Array.from({ length: 3 + upTo(random, 5) }, (_, member) => person(member, shared))),
      );
    }
    case "tower":
      return household(
        distinct(
          Array.from({ length: 8 + upTo(random, 8) }, (_, member) =>
            person(member, { flat: `${member + 1}` }),
          ),
        ),
      );
    case "till":
      return household(
        [],
        Array.from({ length: 2 + upTo(random, 8) }, () => pick(random, language.till)),
      );
  }
};

type Gender = "men" | "women";
const genders: readonly Gender[] = ["men", "women"];

export const drawHome = (language: Language, random: Random): Home => ({
  street: language.street(random),
  town: pick(random, language.towns),
  postcode: language.postcode(random),
});

const drawGiven = (language: Language, gender: Gender, random: Random): Spelled[] => {
  const first = language[gender](random);
  if (!chance(random, language.compound)) return [first];
  const second = language.second[gender](random);
  return second.own === first.own ? [first] : [first, second];
};

const drawCustomer = (
  language: Language,
  home: Home,
  id: string,
  gender: Gender,
  random: Random,
  traits: Partial<Customer>,
): Customer => {
  const given = traits.given ?? drawGiven(language, gender, random);
  const drawn = traits.families ?? drawFamilies(language, random);
  const families = gender === "women" ? drawn.map(language.feminine) : drawn;
  return {
    home,
    number: `C${id.replace("-", "0")}`,
    birthDate: `${1940 + upTo(random, 64)}-${two(upTo(random, 12))}-${two(upTo(random, 28))}`,
    ...(chance(random, 0.75) && { email: drawMailbox(given, families, id, random) }),
    ...(chance(random, 0.6) && { phone: language.phone(random) }),
    ...traits,
    given,
    families,
  };
};

const drawFamilies = (language: Language, random: Random): Spelled[] =>
  Array.from({ length: language.hasTwoFamilies ? 2 : 1 }, () => language.family(random));

/** Named after its owner or by letters, as people choose. */
export const drawMailbox = (
  given: readonly Spelled[],
  families: readonly Spelled[],
  id: string,
  random: Random,
): string => {
  const host = pick(random, ["mail.example", "post.example", "web.example"]);
  const plain = (name: Spelled) =>
    name.latin
      .normalize("NFD")
      .replace(/[^a-zA-Z]/g, "")
      .toLowerCase();
  const first = given.map(plain).join("");
  return pick(random, [
    `${first}.${plain(families[0]!)}${id.replace("-", "")}@${host}`,
    `${first.slice(0, 1)}${plain(families[0]!)}${upTo(random, 99)}${id.replace("-", "x")}@${host}`,
    `${Array.from({ length: 8 }, () => pick(random, [..."abcdefghijkmnopqrstuvwxyz"])).join("")}${id.replace("-", "")}@${host}`,
  ]);
};

/** A couple and their children: brothers and sisters, who often share the first word of their names. */
const drawFamily = (language: Language, home: Home, house: number, random: Random): Customer[] => {
  const families = drawFamilies(language, random);
  const phone = chance(random, 0.4) ? { phone: language.phone(random) } : {};
  const email = chance(random, 0.08) ? { email: `family${house}@post.example` } : {};
  const shared = { families, ...phone, ...email };
  const customers = genders
    .filter((_, i) => i === 0 || chance(random, 0.8))
    .map((gender, member) => drawCustomer(language, home, `${house}-${member}`, gender, random, shared));
  let shares: Spelled | null = null;
  while (customers.length < 6 && chance(random, 0.45)) {
    const gender = pick(random, genders);
    const drawn = drawGiven(language, gender, random);
    const given = shares !== null && drawn.length > 1 && chance(random, 0.6) ? [shares, drawn[1]!] : drawn;
    shares = drawn[0]!;
    const child = drawCustomer(language, home, `${house}-${customers.length}`, gender, random, {
      ...shared,
      given,
    });
    customers.push(child);
  }
  return distinct(customers);
};

/** Without those whose given name is another's, or a part of it: nobody could tell them apart. */
const distinct = (customers: readonly Customer[]): Customer[] =>
  customers.filter(
    ({ given }, at) =>
      !customers.slice(0, at).some((other) => isPart(given, other.given) || isPart(other.given, given)),
  );

const isPart = (words: readonly Spelled[], of: readonly Spelled[]): boolean =>
  words.every(({ own }) => of.some((word) => word.own === own));

const drawFatherAndSon = (language: Language, home: Home, house: number, random: Random): Customer[] => {
  const own = { given: drawGiven(language, "men", random), families: drawFamilies(language, random) };
  const phone = chance(random, 0.3) ? { phone: language.phone(random) } : {};
  const year = 1935 + upTo(random, 35);
  return [
    { birthDate: `${year}-${two(upTo(random, 12))}-${two(upTo(random, 28))}` },
    { birthDate: `${year + 24}-${two(upTo(random, 12))}-${two(upTo(random, 28))}`, suffix: "Jr." },
  ].map((traits, member) =>
    drawCustomer(language, home, `${house}-${member}`, "men", random, { ...own, ...phone, ...traits }),
  );
};

const two = (value: number): string => String(value).padStart(2, "0");
