// One door, written in as many ways as people have.

import { chance, pick, type Random, upTo } from "../../examples/shop/random.js";
import { type Door, directions, type State } from "./places.js";
import type { SlipOf } from "./slips.js";
import { digitSlip, typo } from "./typos.js";

/** The street line and a second line, either of which can be empty. */
export const writeStreet = (
  door: Door,
  slipOf: SlipOf,
  random: Random,
): { address_1: string; address_2: string } => {
  switch (slipOf("address")) {
    case "no_address":
      return { address_1: "", address_2: "" };
    case "po_box":
      return { address_1: `PO Box ${upTo(random, 3000)}`, address_2: "" };
    default: {
      const street = writeStreetLine(door, slipOf, random);
      const unit = writeUnit(door, slipOf, random);
      if (unit === "" || chance(random, 0.5)) return { address_1: street, address_2: unit };
      return { address_1: `${street}${chance(random, 0.5) ? "," : ""} ${unit}`, address_2: "" };
    }
  }
};

const writeStreetLine = (door: Door, slipOf: SlipOf, random: Random): string => {
  const number = String(door.number);
  const [full, short] = door.kind;
  const isShort = chance(random, 0.55);
  const kind = isShort ? `${short}${chance(random, 0.15) ? "." : ""}` : full;
  return [
    slipOf("number") === "number_typo" ? digitSlip(number, random) : number,
    writeDirection(door.direction, slipOf, random),
    slipOf("street") === "street_typo" ? typo(door.street, random) : door.street,
    slipOf("kind") === "no_kind" ? "" : kind,
  ]
    .filter((part) => part !== "")
    .join(" ");
};

const writeDirection = (direction: string | null, slipOf: SlipOf, random: Random): string => {
  if (direction === null || slipOf("direction") === "no_direction") return "";
  return chance(random, 0.6) ? directions[direction]! : direction;
};

const writeUnit = ({ unit }: Door, slipOf: SlipOf, random: Random): string => {
  if (unit === null || slipOf("unit") === "no_unit") return "";
  return pick(random, ["Apt ", "#", "Unit ", "apt. ", "Apartment ", "# ", "Ste "]) + unit;
};

export const writeArea = (
  door: Door,
  slipOf: SlipOf,
  random: Random,
): { city: string; state: string; postcode: string } => ({
  city: writeCity(door.city, slipOf, random),
  state: slipOf("state") === "no_state" ? "" : writeState(door.state, random),
  postcode: writePostcode(door.postcode, slipOf, random),
});

const writeCity = (city: string, slipOf: SlipOf, random: Random): string => {
  const slip = slipOf("city");
  if (slip === "no_city") return "";
  return slip === "city_typo" ? typo(city, random) : city;
};

const writeState = ({ name, code }: State, random: Random): string => (chance(random, 0.12) ? name : code);

const writePostcode = (postcode: string, slipOf: SlipOf, random: Random): string => {
  const slip = slipOf("postcode");
  if (slip === "no_postcode") return "";
  if (slip === "postcode_typo") return digitSlip(postcode, random);
  return chance(random, 0.12) ? `${postcode}-${String(upTo(random, 9999)).padStart(4, "0")}` : postcode;
};
