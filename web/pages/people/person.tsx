// One person: what is said of them, what they did, which records are theirs, and why these are taken for one.

import { Page } from "../../shell/page.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { formatCounted } from "../../ui/format.js";
import { Skeleton } from "../../ui/panel.js";
import { DecisionsOf } from "./decisions-of.js";
import { Household } from "./household.js";
import { Links } from "./links.js";
import { MergeWith } from "./merge-with.js";
import { usePerson } from "./read.js";
import { Rebuilding } from "./rebuilding.js";
import { Records } from "./records.js";
import { Scores } from "./scores.js";
import { Timeline } from "./timeline.js";
import { addressOf, titleOf } from "./words.js";

const up = { to: "/people", label: "People" };

const PersonPage = ({ id }: { id: string }) => {
  const { data: person, error } = usePerson(id);
  if (!person)
    return (
      <Page title="Person" up={up}>
        <ErrorNotice problem={error} />
        {!error && <Skeleton rows={10} />}
      </Page>
    );
  const { fields, record_count: records } = person;
  return (
    <Page
      title={titleOf(fields)}
      up={up}
      about={[addressOf(fields), fields.email, formatCounted(records, "record")].filter(Boolean).join(" · ")}
    >
      <Rebuilding />
      <Scores id={person.id} />
      <Timeline id={person.id} />
      <Records key={person.id} person={person} />
      <Links person={person} />
      <Household person={person} />
      <MergeWith person={person} />
      <DecisionsOf decisions={person.decisions} />
    </Page>
  );
};
export default PersonPage;
