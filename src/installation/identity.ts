// Identity of an installation: one random id, in the metadata store and in its data directory. Whoever starts
// on a pair that does not belong together would sweep files away that the store does not know, or lose the
// files that it names.
//
//   paired    both have the same id
//   new       the store has none yet, and neither has files
//   refused   everything else, until an operator says that it is meant (`bellwether adopt`)

export interface StoreSide {
  id: string | null;
  /** Uploads and results that it names. */
  files: number;
}

export interface DirectorySide {
  id: string | null;
  /** Accounts that have uploads or results in it. */
  accountIds: readonly string[];
}

export type Pairing = { at: "paired" } | { at: "new" } | { at: "refused"; because: Mismatch };

export type Mismatch =
  /** The directory has another id. */
  | "other-directory"
  /** The directory has no id, and the store has one. */
  | "unnamed-directory"
  /** The store names files, and the directory has none. */
  | "empty-directory"
  /** The directory has files, and the store has no id. */
  | "strange-store";

export const pairingOf = (store: StoreSide, directory: DirectorySide): Pairing => {
  if (store.id !== null) {
    if (store.id === directory.id) return { at: "paired" };
    return { at: "refused", because: directory.id === null ? "unnamed-directory" : "other-directory" };
  }
  if (directory.accountIds.length > 0) return { at: "refused", because: "strange-store" };
  return store.files === 0 ? { at: "new" } : { at: "refused", because: "empty-directory" };
};

/**
 * A message for the operator: what is wrong, and what to do. `place` is the data directory, `store` names the
 * store.
 */
export const mismatchText = (because: Mismatch, { place, store }: { place: string; store: string }): string =>
  `${facts[because]({ place, store })} Nothing was changed. To use both together nevertheless, run "bellwether adopt".`;

const facts: Record<Mismatch, (names: { place: string; store: string }) => string> = {
  "other-directory": ({ place, store }) =>
    `${store} and the data directory ${place} belong to different installations. Set BELLWETHER_DATA to the directory of this store, or DATABASE_URL to the store of this directory.`,
  "unnamed-directory": ({ place, store }) =>
    `${store} belongs to another data directory: ${place} has no installation.json. Set BELLWETHER_DATA to that directory, or restore it from a backup.`,
  "empty-directory": ({ place, store }) =>
    `${store} names uploads and results, and the data directory ${place} has none. Set BELLWETHER_DATA to the directory of this store, or restore it from a backup.`,
  "strange-store": ({ place, store }) =>
    `${store} does not know the uploads and results in the data directory ${place}. If the store was lost, restore it from a backup; if DATABASE_URL is wrong, correct it; to start from nothing, set BELLWETHER_DATA to an empty directory.`,
};
