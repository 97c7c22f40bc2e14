// What needs its owner, the gravest first: what was refused, people that are held back, what warns, and what is to be deleted.

import type { Schemas } from "../../api/client.js";
import { type Kind, pageOf, type Records, words } from "../../api/kinds.js";
import { formatMany, formatMoment } from "../../ui/format.js";
import { decisionsInShort, warningTitles } from "../outcomes/evidence/headline.js";

type AnyRecord = Records[Kind];
type Outcome = Records["outcomes"];

export interface Alert {
  key: string;
  isGrave: boolean;
  title: string;
  /** What is the matter and what to do. */
  note: string;
  to: string;
}

interface AlertSources {
  records: readonly AnyRecord[];
  account: Schemas["Account"] | undefined;
  /** Why the last build of the people was refused. */
  peopleError: string | undefined;
  endpoints: readonly Schemas["WebhookEndpoint"][];
  mails: readonly Schemas["OutboxMessage"][];
}

export const alertsOf = ({ records, account, peopleError, endpoints, mails }: AlertSources): Alert[] => {
  const used = records.filter(({ archived_at }) => !archived_at);
  return [
    ...deletion(account),
    ...(peopleError ? [heldBack(peopleError)] : []),
    ...used.filter(({ status }) => status === "error").map(refused),
    ...used.filter(isOutcome).flatMap(warned),
    ...endpoints.filter(({ enabled, failing_since }) => enabled && failing_since).map(failing),
    ...unsent(mails),
  ];
};

const deletion = (account: Schemas["Account"] | undefined): Alert[] =>
  account?.delete_at
    ? [
        {
          key: "deletion",
          isGrave: true,
          title: "The account is to be deleted",
          note: `On ${formatMoment(account.delete_at)} it goes with everything it owns. Until then this can be taken back in the settings.`,
          to: "/settings",
        },
      ]
    : [];

const heldBack = (note: string): Alert => ({
  key: "people",
  isGrave: true,
  title: "The people could not be built",
  note,
  to: "/people",
});

const refused = (record: AnyRecord): Alert => {
  const kind = record.resource_type as Kind;
  return {
    key: record.id,
    isGrave: true,
    title: `${record.name}, a ${words[kind].one}, could not be built`.replace(", a outcome", ", an outcome"),
    note: record.status_error ?? "Why is not known; building it again may tell.",
    to: pageOf(kind, record.id),
  };
};

const isOutcome = (record: AnyRecord): record is Outcome => record.resource_type === "outcomes";

/** A verdict that a simple rule would do as well is worth a warning; so is whatever may make good figures untrue. */
const warned = (outcome: Outcome): Alert[] => {
  const { id, name, verdict, warnings = [] } = outcome;
  const to = pageOf("outcomes", id);
  const isDoubtful = verdict && ["no_better", "too_little_data"].includes(verdict.decision);
  return [
    ...(isDoubtful
      ? [
          {
            key: `${id}/verdict`,
            isGrave: false,
            title: `${name}: ${decisionsInShort[verdict.decision].toLowerCase()}`,
            note: verdict.text,
            to,
          },
        ]
      : []),
    ...warnings.map(({ kind, about, note }) => ({
      key: `${id}/${kind}/${about}`,
      isGrave: false,
      title: `${name}: ${warningTitles[kind].toLowerCase()}`,
      note,
      to,
    })),
  ];
};

const failing = ({ id, url, failing_since }: Schemas["WebhookEndpoint"]): Alert => ({
  key: id,
  isGrave: false,
  title: `Messages do not reach ${URL.canParse(url) ? new URL(url).host : url}`,
  note: `They have failed since ${formatMoment(failing_since!)} and are tried again.`,
  to: `/webhooks/${id}`,
});

const unsent = (mails: readonly Schemas["OutboxMessage"][]): Alert[] => {
  const failed = mails.filter(({ sent_at, error }) => !sent_at && error);
  const [first] = failed;
  return first
    ? [
        {
          key: "mails",
          isGrave: false,
          title: `${formatMany(failed.length, "e-mail")} could not be sent`,
          note: first.error!,
          to: "/outbox",
        },
      ]
    : [];
};
