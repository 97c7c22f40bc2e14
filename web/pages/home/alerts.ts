// Alerts for the account's owner, the most severe first: a planned deletion, troubles of the server, failed
// builds, builds that wait for something outside the service, warnings, and messages that did not arrive.

import { dataAgeSentence, isHorizonOver } from "../../../src/words/data-age.js";
import { resourceLabels } from "../../../src/words/labels.js";
import { lowered } from "../../../src/words/plural.js";
import { verdictShort, verdictText } from "../../../src/words/verdict.js";
import { warningText, warningTitles } from "../../../src/words/warnings.js";
import type { Schemas } from "../../api/client.js";
import { type Kind, pageOf, type Records } from "../../api/kinds.js";
import type { Notice } from "../../api/live.js";
import { formatCounted, formatMoment, reader } from "../../ui/format.js";

type AnyRecord = Records[Kind];
type Outcome = Records["outcomes"];

export interface Alert {
  key: string;
  isError: boolean;
  title: string;
  /** Sentences on what happened, and what to do. */
  note: string;
  /** Absent: it has no page. */
  to: string | undefined;
}

interface AlertSources {
  records: readonly AnyRecord[];
  account: Schemas["Account"] | undefined;
  /** Notices of resources that are not among the records, and of people. */
  notices: readonly Notice[];
  endpoints: readonly Schemas["WebhookEndpoint"][];
  mails: readonly Schemas["OutboxMessage"][];
  /** Troubles of the server at present. */
  troubles: readonly Schemas["Trouble"][];
  now: number;
}

export const alertsOf = ({
  records,
  account,
  notices,
  endpoints,
  mails,
  troubles,
  now,
}: AlertSources): Alert[] => {
  const used = records.filter(({ archived_at }) => !archived_at);
  const people = notices.find(({ resource_type }) => resource_type === "people");
  const builds: Build[] = [...used, ...notices.filter(isBuild)];
  return [
    ...deletion(account),
    ...troubles.filter(({ code }) => code !== shownOnDatasets).map(serverTrouble),
    ...(people?.status === "error" && people.status_error ? [peopleFailed(people.status_error)] : []),
    ...builds.filter(({ status }) => status === "error").map(buildFailed),
    ...buildsWaiting(builds),
    ...horizonsOver(used.filter(isOutcome), account, now),
    ...used.filter(isOutcome).flatMap(warningsOf),
    ...endpoints.filter(({ enabled, failing_since }) => enabled && failing_since).map(webhookFailing),
    ...unsentMails(mails),
  ];
};

/** Build of a resource, as its record or a notice says it. */
type Build = Pick<Notice, "id" | "name" | "status"> & {
  resource_type: string;
  status_error?: string;
  waiting_for?: string;
};

const isBuild = ({ resource_type, archived_at, deleted }: Notice): boolean =>
  !["people", "replays", "mail"].includes(resource_type) && !archived_at && !deleted;

const deletion = (account: Schemas["Account"] | undefined): Alert[] =>
  account?.delete_at
    ? [
        {
          key: "deletion",
          isError: true,
          title: "This account will be deleted",
          note: `The account and everything in it will be deleted on ${formatMoment(account.delete_at)}. Until then you can keep it: open Settings.`,
          to: "/settings",
        },
      ]
    : [];

/** The account's own datasets name their damaged files; those of other accounts are for the operator. */
const shownOnDatasets = "upload-damaged";

/** The server's own troubles have no page. */
const serverTrouble = ({ code, note, since }: Schemas["Trouble"]): Alert => ({
  key: `server/${code}`,
  isError: false,
  title: troubleTitles[code] ?? "The server needs attention",
  note: `${note} Since ${formatMoment(since)}.`,
  to: undefined,
});

const troubleTitles: Record<string, string> = {
  "disk-full": "The server's disk is full",
  "disk-failing": "The server's disk does not work",
  "files-too-many": "The server has too many files open",
  "processes-too-many": "The server cannot start another process",
  "disk-split": "The server's data are on several file systems",
  "cluster-unavailable": "The Spark cluster does not answer",
  "cluster-refused": "The Spark cluster refused the sign-in",
  "cluster-directory": "The Spark cluster does not see the server's files",
  "store-unavailable": "The server's database does not answer",
  "mail-server-away": "E-mails wait for the mail server",
  "sweep-stopped": "The server keeps files that it does not know",
};

/** Predictions for days that have passed: one alert for all, because the same files cure them. */
const horizonsOver = (
  outcomes: readonly Outcome[],
  account: Schemas["Account"] | undefined,
  now: number,
): Alert[] => {
  const agedOf = ({ horizon_days }: Outcome) => ({ data_through: account?.data_through, horizon_days });
  const over = outcomes.filter(
    (outcome) => outcome.status === "ready" && isHorizonOver(agedOf(outcome), now),
  );
  const [first] = over.toSorted((a, b) => a.horizon_days! - b.horizon_days!);
  if (!first) return [];
  return [
    {
      key: "horizon-over",
      isError: false,
      title:
        over.length === 1
          ? `The time that “${first.name}” is for is over`
          : `The time that ${formatCounted(over.length, "prediction")} are for is over`,
      note: dataAgeSentence(agedOf(first), now, reader),
      to: "/data",
    },
  ];
};

/** Queued builds with a reason: one alert for each reason. Builds that wait for another build are none. */
const buildsWaiting = (builds: readonly Build[]): Alert[] => {
  const waiting = builds.filter(({ status, waiting_for }) => status === "starting" && waiting_for);
  const reasons = [...new Set(waiting.map(({ waiting_for }) => waiting_for!))];
  return reasons.map((note) => {
    const same = waiting.filter(({ waiting_for }) => waiting_for === note);
    const [first] = same as [Build];
    return {
      key: `waiting/${note}`,
      isError: false,
      title:
        same.length === 1
          ? `${resourceLabels[first.resource_type as Kind].label} “${first.name}” waits`
          : `${formatCounted(same.length, "build")} wait`,
      note,
      to: pageOf(first.resource_type as Kind, first.id),
    };
  });
};

const peopleFailed = (note: string): Alert => ({
  key: "people",
  isError: true,
  title: "People could not be built",
  note,
  to: "/people",
});

const buildFailed = (record: Build): Alert => {
  const kind = record.resource_type as Kind;
  return {
    key: record.id,
    isError: true,
    title: `${resourceLabels[kind].label} “${record.name}” could not be built`,
    note: record.status_error ?? "The cause is unknown. Rebuild it to see the error.",
    to: pageOf(kind, record.id),
  };
};

const isOutcome = (record: AnyRecord): record is Outcome => record.resource_type === "outcomes";

/** A model that is no better than a rule, and everything that may make its figures wrong. */
const warningsOf = (outcome: Outcome): Alert[] => {
  const { id, name, verdict, warnings = [] } = outcome;
  const to = pageOf("outcomes", id);
  const isWeak = verdict && ["no_better", "too_little_data"].includes(verdict.decision);
  return [
    ...(isWeak
      ? [
          {
            key: `${id}/verdict`,
            isError: false,
            title: `${name}: ${lowered(verdictShort(verdict))}`,
            note: verdictText(verdict, reader),
            to,
          },
        ]
      : []),
    ...warnings.map(({ kind, about, ...warning }) => ({
      key: `${id}/${kind}/${about}`,
      isError: false,
      title: `${name}: ${lowered(warningTitles[kind])}`,
      note: warningText(warning, reader),
      to,
    })),
  ];
};

const webhookFailing = ({ id, url, failing_since }: Schemas["WebhookEndpoint"]): Alert => ({
  key: id,
  isError: false,
  title: `Webhook messages do not reach ${URL.canParse(url) ? new URL(url).host : url}`,
  note: `Deliveries have failed since ${formatMoment(failing_since!)}. We keep retrying.`,
  to: `/webhooks/${id}`,
});

const unsentMails = (mails: readonly Schemas["OutboxMessage"][]): Alert[] => {
  const failed = mails.filter(({ sent_at, error }) => !sent_at && error);
  const [first] = failed;
  return first
    ? [
        {
          key: "mails",
          isError: false,
          title: `${formatCounted(failed.length, "e-mail")} could not be sent`,
          note: first.error!,
          to: "/outbox",
        },
      ]
    : [];
};
