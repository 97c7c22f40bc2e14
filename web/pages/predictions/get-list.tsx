// The dialog that downloads a list: whom it holds, for which program, and a link that stays up to date.

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { capitalized } from "../../../src/words/plural.js";
import { ranksPeople } from "../../../src/words/verdict.js";
import { answer, api } from "../../api/client.js";
import type { Records } from "../../api/kinds.js";
import { absoluteLink, linkEnd } from "../../api/links.js";
import { useList } from "../../api/resources.js";
import { Allowed } from "../../shell/allowed.js";
import { Button, ButtonAnchor, Copy } from "../../ui/button.js";
import { ChoiceField } from "../../ui/choice-field.js";
import { Dialog } from "../../ui/dialog.js";
import { CheckField, NumberField, SelectField } from "../../ui/field.js";
import { formatCount, formatCounted, formatDay, formatMoment } from "../../ui/format.js";
import { useGoal } from "./goal.js";
import { KeepBack, useKeptBack } from "./list-holdout.js";
import {
  type Form,
  firstChoice,
  type ListChoice,
  likeliestContacts,
  listAddress,
  type RecentContacts,
  type Who,
} from "./list-query.js";
import { reachedAt } from "./reach-curve.js";
import styles from "./results.module.css";
import { useReach } from "./scored.js";

interface GetListProps {
  scope: Records["scopes"];
  outcome: Records["outcomes"];
  /** The first number of people. */
  people: number;
  onClose: () => void;
}

export const GetList = ({ scope, outcome, people, onClose }: GetListProps) => {
  const [choice, setChoice] = useState<ListChoice>(() => firstChoice(people));
  const change = (changed: Partial<ListChoice>) => setChoice({ ...choice, ...changed });
  const address = listAddress(scope.id, outcome.id, choice, navigator.language);
  const isLikeness = outcome.horizon_days === undefined;
  const chosen = useChosen(choice, scope.id, outcome.id);
  const { words } = useGoal(outcome);
  const keptBack = useKeptBack(scope, chosen?.people);
  const chance = isLikeness ? "likeness" : "chance";
  return (
    <Dialog title="Get the list" isWide onClose={onClose}>
      <div className={styles.list}>
        <div>
          <ChoiceField<Who>
            legend="Who"
            value={choice.who}
            choices={[
              {
                value: "top",
                label: isLikeness ? "The customers most like them" : "The likeliest customers",
              },
              { value: "percent", label: "The likeliest percent" },
              { value: "chance", label: `Everyone above a ${chance}` },
              { value: "everyone", label: "Everyone" },
            ]}
            onChange={(who) => change({ who })}
          />
          <Bound choice={choice} chance={chance} onChange={change} />
          {outcome.verdict && !ranksPeople(outcome.verdict) && (
            <p className="small">Nothing in this data ranks people: as many drawn at random serve as well.</p>
          )}
          {!isLikeness && <Expected chosen={chosen} words={words} />}
          <CheckField
            label={isLikeness ? "Skip customers who have the answer" : "Skip customers who already did it"}
            checked={!choice.withAttained}
            onChange={(isLeftOut) => change({ withAttained: !isLeftOut })}
          />
          {!isLikeness && (
            <Allowed>
              <KeepBack {...keptBack} />
            </Allowed>
          )}
          <ContactsFields
            scope={scope}
            outcome={outcome}
            contacts={choice.contacts}
            onChange={(contacts) => change({ contacts })}
          />
        </div>
        <div>
          <ChoiceField<Form>
            legend="For"
            value={choice.form}
            choices={forms}
            onChange={(form) => change({ form })}
          />
        </div>
      </div>
      <div className={styles.ways}>
        {keptBack.isDrawing ? (
          <Button look="primary" isBusy disabled>
            Drawing whom to keep back
          </Button>
        ) : (
          <ButtonAnchor look="primary" href={address} download onClick={onClose}>
            Download CSV
          </ButtonAnchor>
        )}
        <Allowed to="administer">
          <LastDownload scopeId={scope.id} />
        </Allowed>
      </div>
      {scope.list_url && <FreshLink url={scope.list_url} address={address} scopeId={scope.id} />}
    </Dialog>
  );
};

/** When the list was downloaded last, and by whom, from the audit log. */
const LastDownload = ({ scopeId }: { scopeId: string }) => {
  const query = { resource: scopeId, action: "download", limit: 1 } as const;
  const { data } = useQuery({
    queryKey: ["audit", query],
    // A download changes no resource, so no notice says that this is out of date.
    staleTime: 0,
    queryFn: () => answer(api.GET("/accounts/current/audit", { params: { query } })),
  });
  const [last] = data?.entries ?? [];
  if (!last) return null;
  const { name, hint } = last.actor;
  return (
    <span className="small soft">
      Downloaded last on {formatMoment(last.last_at)}
      {name && ` by ${name}`}
      {hint && ` (…${hint})`}.
    </span>
  );
};

interface Chosen {
  people: number;
  /** Number of them who are expected to reach the goal. */
  expected: number;
  /** The same of as many people drawn at random. */
  atRandom: number;
}

/** Undefined where the number of people is not known. */
const useChosen = (
  { who, top, percent, contacts }: ListChoice,
  scopeId: string,
  outcomeId: string,
): Chosen | undefined => {
  const { data: reach } = useReach(scopeId, outcomeId, contacts);
  if (!reach || reach.points.length === 0 || who === "chance") return undefined;
  const wanted = who === "top" ? top : who === "percent" ? (reach.people * percent) / 100 : reach.people;
  const people = Math.min(reach.people, Math.round(wanted));
  return { people, expected: reachedAt(reach.points, people).expected, atRandom: reach.base_rate * people };
};

const Expected = ({ chosen, words }: { chosen: Chosen | undefined; words: string | undefined }) =>
  chosen &&
  words !== undefined && (
    <p className="small soft" aria-live="polite">
      Of these {formatCounted(chosen.people, "customer")}, about <b>{formatCount(chosen.expected)}</b> are
      expected to {words}; of as many at random, {formatCount(chosen.atRandom)}.
    </p>
  );

/**
 * The tick that leaves out who was contacted lately, with the number of days and the events that say so. Nothing
 * where no stream sounds like contacts, and the pipeline names none.
 */
const ContactsFields = ({
  scope,
  outcome,
  contacts,
  onChange,
}: Pick<GetListProps, "scope" | "outcome"> & {
  contacts: RecentContacts | undefined;
  onChange: (contacts: RecentContacts | undefined) => void;
}) => {
  const { data: streams } = useList("streams");
  const { stream: goal } = useGoal(outcome);
  const others = streams?.filter(({ stream_name }) => stream_name !== goal?.stream_name) ?? [];
  const usual =
    scope.holdout?.contacts_stream ?? likeliestContacts(others.map(({ stream_name }) => stream_name));
  if (usual === undefined) return null;
  return (
    <>
      <CheckField
        label={`Skip customers contacted in the last ${formatCounted(contacts?.days ?? usualDays, "day")}`}
        checked={contacts !== undefined}
        onChange={(isOn) => onChange(isOn ? { stream: usual, days: usualDays } : undefined)}
      />
      {contacts && (
        <>
          <NumberField
            label="Days"
            min={1}
            value={contacts.days}
            onChange={(days) => onChange({ ...contacts, days: Math.max(1, Math.round(days ?? 1)) })}
          />
          {others.length > 1 && (
            <SelectField
              label="A contact is an event of"
              value={contacts.stream}
              choices={others.map(({ stream_name, name }) => ({ value: stream_name, label: name }))}
              onChange={(stream) => onChange({ ...contacts, stream })}
            />
          )}
          <LeftOut scope={scope} outcome={outcome} contacts={contacts} />
        </>
      )}
    </>
  );
};

const usualDays = 14;

const LeftOut = ({
  scope,
  outcome,
  contacts,
}: Pick<GetListProps, "scope" | "outcome"> & { contacts: RecentContacts }) => {
  const { data: reach } = useReach(scope.id, outcome.id, contacts);
  const { contacted_count: count } = reach ?? {};
  if (count === undefined) return null;
  const until = scope.data_through ? ` before ${formatDay(scope.data_through)}` : "";
  const days = formatCounted(contacts.days, "day");
  return (
    <p className="small soft" aria-live="polite">
      {count === 0
        ? `Nobody was contacted in the ${days}${until}.`
        : `${formatCounted(count, "customer was", "customers were")} contacted in the ${days}${until} and ${count === 1 ? "is" : "are"} left out.`}
    </p>
  );
};

const forms: readonly { value: Form; label: string; meaning: string }[] = [
  {
    value: "spreadsheet",
    label: "Excel or another spreadsheet",
    meaning:
      "E-mail, name, customer ID, chance in percent, rank, decile, expected amounts and dates where they are predicted, and three reasons in words.",
  },
  { value: "klaviyo", label: "Klaviyo", meaning: "A list or profile import, with the chance as a property." },
  {
    value: "mailchimp",
    label: "Mailchimp",
    meaning: "An audience import, with the chance as a merge field.",
  },
  { value: "meta", label: "Meta ads", meaning: "Hashed contacts for a custom audience." },
  { value: "google", label: "Google Ads", meaning: "Hashed contacts for Customer Match." },
  { value: "api", label: "API form", meaning: "The columns that deployments deliver." },
];

const Bound = ({
  choice,
  chance: figure,
  onChange,
}: {
  choice: ListChoice;
  /** Name of the chance that the list ranks by. */
  chance: string;
  onChange: (changed: Partial<ListChoice>) => void;
}) => {
  switch (choice.who) {
    case "top":
      return (
        <NumberField
          label="Customers"
          min={1}
          value={choice.top}
          onChange={(top) => onChange({ top: top ?? 1 })}
        />
      );
    case "percent":
      return (
        <NumberField
          label="Likeliest share, in percent"
          min={1}
          value={choice.percent}
          onChange={(percent) => onChange({ percent: Math.min(100, percent ?? 10) })}
        />
      );
    case "chance":
      return (
        <NumberField
          label={`${capitalized(figure)} over, in percent`}
          min={0}
          value={choice.chance}
          onChange={(chance) => onChange({ chance: Math.min(100, chance ?? 0) })}
        />
      );
    case "everyone":
      return null;
  }
};

/** The signed link with the choices of the dialog. */
const FreshLink = ({ url, address, scopeId }: { url: string; address: string; scopeId: string }) => {
  const link = new URL(absoluteLink(url));
  for (const [name, value] of new URL(address, link).searchParams) link.searchParams.set(name, value);
  const end = linkEnd(url);
  return (
    <details>
      <summary>Keep it up to date at a link</summary>
      <p className="soft">
        Each download has the newest scores.{" "}
        {end && `This link works until ${formatDay(end.toISOString())}. `}
        <Allowed>
          For a link that stays, or another destination,{" "}
          <Link to={`/deployments/new?scope=${scopeId}`}>create a deployment</Link>.
        </Allowed>
      </p>
      <Copy text={link.href} label="link" />
    </details>
  );
};
