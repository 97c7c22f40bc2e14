// Spellings of one address, as various as people write them.

import { chance, pick, type Random, upTo } from "../../examples/shop/random.js";
import { digitTypo, type ErrorOf, typo } from "./errors.js";
import { directions, type HomeAddress, type State } from "./places.js";

/** The street line and a second line, either of which can be empty. */
export const writeStreet = (
  address: HomeAddress,
  errorOf: ErrorOf,
  random: Random,
): { address_1: string; address_2: string } => {
  switch (errorOf("address")) {
    case "no_address":
      return { address_1: "", address_2: "" };
    case "po_box":
      return { address_1: `PO Box ${upTo(random, 3000)}`, address_2: "" };
    default: {
      const street = writeStreetLine(address, errorOf, random);
      const unit = writeUnit(address, errorOf, random);
      if (unit === "" || chance(random, 0.5)) return { address_1: street, address_2: unit };
      return { address_1: `${street}${chance(random, 0.5) ? "," : ""} ${unit}`, address_2: "" };
    }
  }
};

const writeStreetLine = (address: HomeAddress, errorOf: ErrorOf, random: Random): string => {
  const number = String(address.number);
  const [full, short] = address.kind;
  const isShort = chance(random, 0.55);
  const kind = isShort ? `${short}${chance(random, 0.15) ? "." : ""}` : full;
  return [
    errorOf("number") === "number_typo" ? digitTypo(number, random) : number,
    writeDirection(address.direction, errorOf, random),
    errorOf("street") === "street_typo" ? typo(address.street, random) : address.street,
    errorOf("kind") === "no_kind" ? "" : kind,
  ]
    .filter((part) => part !== "")
    .join(" ");
};

const writeDirection = (direction: string | null, errorOf: ErrorOf, random: Random): string => {
  if (direction === null || errorOf("direction") === "no_direction") return "";
  return chance(random, 0.6) ? directions[direction]! : direction;
};

const writeUnit = ({ unit }: HomeAddress, errorOf: ErrorOf, random: Random): string => {
  if (unit === null || errorOf("unit") === "no_unit") return "";
  return pick(random, ["Apt ", "#", "Unit ", "apt. ", "Apartment ", "# ", "Ste "]) + unit;
};

export const writeArea = (
  address: HomeAddress,
  errorOf: ErrorOf,
  random: Random,
): { city: string; state: string; postcode: string } => ({
  city: writeCity(address.city, errorOf, random),
  state: errorOf("state") === "no_state" ? "" : writeState(address.state, random),
  postcode: writePostcode(address.postcode, errorOf, random),
});

const writeCity = (city: string, errorOf: ErrorOf, random: Random): string => {
  const error = errorOf("city");
  if (error === "no_city") return "";
  return error === "city_typo" ? typo(city, random) : city;
};

const writeState = ({ name, code }: State, random: Random): string => (chance(random, 0.12) ? name : code);

const writePostcode = (postcode: string, errorOf: ErrorOf, random: Random): string => {
  const error = errorOf("postcode");
  if (error === "no_postcode") return "";
  if (error === "postcode_typo") return digitTypo(postcode, random);
  return chance(random, 0.12) ? `${postcode}-${String(upTo(random, 9999)).padStart(4, "0")}` : postcode;
};
