// The addresses of a place, in the columns in which identities have theirs.

import type { PlaceAddress } from "../../domain/place.js";
import { join, type Relation, type SqlValue, sql } from "../sql/sql.js";

/** One row per address: node (its number in the list) and the parts of an address, as written. At least one address. */
export const writtenAddresses = (addresses: readonly PlaceAddress[]): Relation => sql`(
select cast(written.node as integer) as node, written.* exclude (node), cast(null as varchar) as freeform_address
from (values ${join(addresses.map((address, node) => sql`(${join(parts(address, node))})`))})
  as written (node, house_number_and_street, city, state, postcode))`;

/** `#` marks a dwelling, as where addresses are normalised. */
const parts = (address: PlaceAddress, node: number): Relation[] => {
  const { house_number_and_street: street, unit_number: unit, city, state, postcode } = address;
  const texts: SqlValue[] = [street && unit ? `${street} #${unit}` : street, city, state, postcode].map(
    (part) => part ?? null,
  );
  return [sql`${node}`, ...texts.map((text) => sql`cast(${text} as varchar)`)];
};
