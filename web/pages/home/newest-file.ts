// Newest file of an account: the one that arrived last, after those before it of its dataset and stream.

import type { Records } from "../../api/kinds.js";

type Dataset = Pick<Records["datasets"], "id" | "ledger" | "archived_at">;
type Ledger = NonNullable<Dataset["ledger"]>[string];

export interface NewestFile {
  datasetId: string;
  /** Of a file with events of several kinds, that of most. */
  stream: string;
  /** Of the stream, the newest last. */
  files: Ledger["files"];
  arrivedAt: string;
}

/** Undefined before a file is read. */
export const newestFileOf = (datasets: readonly Dataset[]): NewestFile | undefined =>
  datasets
    .filter(({ archived_at }) => archived_at === undefined)
    .flatMap(({ id, ledger = {} }) =>
      Object.entries(ledger).flatMap(([stream, { files }]) => {
        const last = files.at(-1);
        return last ? [{ datasetId: id, stream, files, last }] : [];
      }),
    )
    .sort(
      (a, b) =>
        Date.parse(b.last.arrived_at) - Date.parse(a.last.arrived_at) || b.last.events - a.last.events,
    )
    .map(({ last, ...found }) => ({ ...found, arrivedAt: last.arrived_at }))[0];
