// A person: their history as a picture, predictions and timeline; folded, who they are: source records, the
// matches between these, and merges and splits.

import { useState } from "react";
import { useAccount } from "../../api/account.js";
import { useList } from "../../api/resources.js";
import { useBasis } from "../../shell/basis.js";
import { DataAge } from "../../shell/data-age.js";
import { Page } from "../../shell/page.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { formatCounted } from "../../ui/format.js";
import { Fold, Skeleton } from "../../ui/panel.js";
import { BuildNotice } from "./build-notice.js";
import { DecisionPanel, SavedDecision } from "./decision-list.js";
import { HistoryFigure } from "./history-figure.js";
import { identifiersOf } from "./live.js";
import { Matches } from "./matches.js";
import { Duplicates, Household } from "./merge.js";
import { PersonalData } from "./personal-data.js";
import {
  type Decision,
  type LivePerson,
  type Person,
  useLivePerson,
  useNewestEvents,
  usePerson,
  usePersonScores,
} from "./queries.js";
import { Records } from "./records.js";
import { Scores } from "./scores.js";
import { addressOf, titleOf } from "./sentences.js";
import { Timeline } from "./timeline.js";

const up = { to: "/people", label: "People" };

const PersonPage = ({ id }: { id: string }) => {
  const { data: person, error } = usePerson(id);
  const [saved, setSaved] = useState<Decision>();
  const basis = useBasis({ of: "this customer" });
  const isRead = useIsRead(id);
  const live = useLive(id, person);
  if (!person)
    return (
      // As high as the line that says who it is.
      <Page title="Person" up={up} about={"\u00a0"}>
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
      <BuildNotice />
      {saved && <SavedDecision key={saved.id} decision={saved} onUndone={() => setSaved(undefined)} />}
      {isRead ? (
        <>
          <DataAge />
          <HistoryFigure id={person.id} live={live} />
          <Scores id={person.id} live={live} />
          <Timeline id={person.id} live={live} />
          <Fold title="Who this is" finding={whoFinding(person)} basis={basis}>
            <Records key={person.id} person={person} onSaved={setSaved} />
            <Matches person={person} />
            <Household person={person} onSaved={setSaved} />
            <Duplicates person={person} onSaved={setSaved} />
            <DecisionPanel decisions={person.decisions} />
            <PersonalData id={person.id} name={titleOf(fields)} />
          </Fold>
        </>
      ) : (
        <Skeleton rows={12} />
      )}
    </Page>
  );
};
export default PersonPage;

/** The person as of this moment, where a look-up of the account scores live; undefined elsewhere. */
const useLive = (id: string, person: Person | undefined): LivePerson | undefined => {
  const { data: targets = [] } = useList("targets");
  const isLive = targets.some(
    ({ options, archived_at: archived }) =>
      options.type === "lookup_api" && options.live === true && archived === undefined,
  );
  const live = useLivePerson(id, person ? identifiersOf(person) : [], isLive && person !== undefined);
  return isLive ? live : undefined;
};

/** Nobody knows how high their panels will be before. */
const useIsRead = (id: string): boolean =>
  [
    useNewestEvents(id),
    usePersonScores(id),
    useList("outcomes"),
    useList("datasets"),
    useList("targets"),
    useAccount(),
  ].every(({ isPending }) => !isPending);

const whoFinding = ({ record_count: records, decisions }: Person): string =>
  `${formatCounted(records, "record")}, and why ${records === 1 ? "it is" : "they are"} this person` +
  (decisions.length > 0 ? `; ${formatCounted(decisions.length, "decision")} of yours.` : ".");
