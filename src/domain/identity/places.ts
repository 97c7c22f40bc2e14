// Two spellings of an address meet when its words are shortened in the same way: `12 North Main Street, Apt. 4` and
// `12 N Main St #4` are both `12 n main st apt 4`. `warehouse/persons/places.ts` says the same in SQL.

import { stated, words } from "./words.js";

/** The short word, then what people write for it. */
export const abbreviations: readonly (readonly [short: string, long: readonly string[]])[] = `
  st street str; ave avenue av aven; rd road; dr drive drv; ln lane; ct court; blvd boulevard blv boul; pl place;
  cir circle circuit cct; ter terrace tce; pkwy parkway; hwy highway; trl trail; cl close; cres crescent; sq square;
  aly alley; pt point; rdg ridge; cv cove; expy expressway; plz plaza; tpke turnpike; gr grove; gdns gardens; pde parade;
  esp esplanade; hts heights; mt mount; ft fort; bldg building; fl floor; wy way;
  n north; s south; e east; w west; ne northeast; nw northwest; se southeast; sw southwest;
  apt apartment unit suite ste room rm flat number no`
  .split(";")
  .map((line) => {
    const [short, ...long] = line.trim().split(/\s+/);
    return [short!, long];
  });

const shortOf = new Map(abbreviations.flatMap(([short, long]) => long.map((word) => [word, short] as const)));

export interface Place {
  street?: string | undefined;
  postcode?: string | undefined;
  city?: string | undefined;
  state?: string | undefined;
  freeform?: string | undefined;
}

export interface WrittenPlace {
  house_number_and_street?: string | null;
  postcode?: string | null;
  city?: string | null;
  state?: string | null;
  freeform_address?: string | null;
}

/** Whatever is absent, or says nothing, is undefined. */
export const placeOf = (written: WrittenPlace): Place => ({
  street: shortened(written.house_number_and_street),
  postcode: postcodeOf(written.postcode),
  city: words(stated(written.city)) || undefined,
  state: words(stated(written.state)) || undefined,
  freeform: shortened(written.freeform_address),
});

/** `#` marks a dwelling, and `Apt #4` has two marks, which are one. */
const shortened = (text: string | null | undefined): string | undefined => {
  const long = words(stated(text)?.replaceAll("#", " apt ")).split(" ");
  const short = long.map((word) => shortOf.get(word) ?? word).join(" ");
  return short.replaceAll("apt apt", "apt").replaceAll("p o box", "po box") || undefined;
};

/** ZIP+4 and ZIP are one; elsewhere spaces and case do not matter. */
const postcodeOf = (text: string | null | undefined): string | undefined => {
  const value = stated(text) ?? "";
  if (/^[0-9]{5}[- ]?[0-9]{4}$/.test(value)) return value.slice(0, 5);
  return value.replace(/[^\p{L}\p{N}]+/gu, "").replace(/\p{L}/gu, upperCase) || undefined;
};

/** Letter for letter, as the engine does it, where JavaScript makes two of some. */
const upperCase = (letter: string): string => {
  const upper = letter === "ß" ? "ẞ" : letter.toUpperCase();
  return upper.length === letter.length ? upper : letter;
};
