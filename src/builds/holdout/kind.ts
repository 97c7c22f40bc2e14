// A lasting hold-out's groups are drawn from the people, and kept from its last result; what contacting has brought
// comes from its streams.

import { lastingHoldoutFiles } from "../../warehouse/relations.js";
import type { Kind } from "../kind/kind.js";
import { type DataDirectory, dirOf, fingerprintsOf, type RecordedResource } from "../kind/recorded.js";
import type { KeptGroups, LastingHoldoutInput } from "./step.js";

export const holdouts: Kind<"holdouts", LastingHoldoutInput> = {
  version: 2,
  continuesFrom: (file) =>
    file === lastingHoldoutFiles("").arms || file.startsWith(lastingHoldoutFiles("").personsDir),
  read: (holdout, account) => {
    // What contacts cost and conversions are worth is counted where it is shown.
    const { economics: _, ...config } = holdout.config;
    const { stream_name: stream, contacts_stream: contacts } = config;
    const people = account.people();
    const streams = [stream, ...(contacts === undefined ? [] : [contacts])].map((name) =>
      account.streamNamed(name),
    );
    return {
      from: { config, people: [people.fingerprint], streams: fingerprintsOf(streams) },
      input: (data) => ({
        config: holdout.config,
        key: holdout.id,
        account: account.snapshot(data),
        previous: keptGroups(holdout, data),
      }),
    };
  },
  // Whoever has a group had it since it was drawn; of then nobody is drawn.
  asOf: (input, { resource, data }) => ({ ...input, previous: keptGroups(resource, data), isPast: true }),
};

/** Null: there are none, or their file is damaged. */
const keptGroups = (
  { result, resultDir, damagedFiles }: RecordedResource<"holdouts">,
  data: DataDirectory,
): KeptGroups | null => {
  const { arms, personsDir } = lastingHoldoutFiles("");
  if (!result || resultDir === null || damagedFiles.includes(arms)) return null;
  const isAnyDamaged = damagedFiles.some((file) => file.startsWith(personsDir));
  return { dir: dirOf({ resultDir }, data), result, arePersonsIntact: !isAnyDamaged };
};
