// Nicknames: which first names a short form, another form, or one in another script may stand for.

import { nicknamesTsv, rowsOf } from "./lists.js";
import { worldNamesTsv } from "./script-lists.js";
import { folded } from "./text.js";

/** Nickname → the names that it may stand for, in alphabetical order. A name that is no nickname is absent. */
export const nicknames: ReadonlyMap<string, readonly string[]> = invert([
  ...rowsOf(nicknamesTsv),
  ...rowsOf(folded(worldNamesTsv)),
]);

function invert(rows: readonly (readonly string[])[]): Map<string, string[]> {
  const named = new Map<string, Set<string>>();
  for (const [name, forms] of rows)
    for (const nickname of forms!.split(" "))
      named.set(nickname, (named.get(nickname) ?? new Set()).add(name!));
  return new Map([...named].map(([nickname, names]) => [nickname, [...names].sort()]));
}
