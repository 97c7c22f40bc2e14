// What the last build of people changed.

import { formatCount } from "../../ui/format.js";
import { Facts, Panel } from "../../ui/panel.js";
import type { PeopleAnalysis } from "./read.js";

const modeWords: Record<PeopleAnalysis["mode"], string> = {
  exact: "exact: equal keys alone",
  strict: "strict: 95 % sure",
  standard: "standard: 80 % sure",
  loose: "loose: 50 % sure",
};

export const Changes = ({ analysis }: { analysis: PeopleAnalysis }) => {
  const { people_count: people, mode, changes } = analysis;
  const count = (of: number | undefined) => (of === undefined ? undefined : formatCount(of));
  return (
    <Panel title="How many there are">
      <Facts
        facts={[
          ["People", formatCount(people)],
          ["How sure it must be", modeWords[mode]],
          ["New since the build before", count(changes?.added)],
          ["Turned out to be somebody known", count(changes?.merged)],
          ["Parted from somebody", count(changes?.split)],
          ["Removed", count(changes?.removed)],
        ]}
      />
    </Panel>
  );
};
