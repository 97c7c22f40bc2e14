// The home page: the expected number, alerts, predictions and data freshness. An empty account has the area
// for files and the sample shop.

import { lazy, Suspense } from "react";
import { Link } from "wouter";
import { useAccount, useEndpoints, useMay, useOutbox, useSession, useTroubles } from "../../api/account.js";
import { type Claim, useClaims } from "../../api/claims.js";
import { type Kind, pageOf, type Records } from "../../api/kinds.js";
import { type Notice, useNotices } from "../../api/live.js";
import { useAllResources } from "../../api/resources.js";
import { useSample } from "../../api/sample.js";
import { Allowed } from "../../shell/allowed.js";
import { useBasis } from "../../shell/basis.js";
import { Page } from "../../shell/page.js";
import { SampleNote, TrySample } from "../../shell/sample-shop.js";
import { ButtonLink } from "../../ui/button.js";
import { classNames } from "../../ui/class-names.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { formatAgo, formatCounted, formatDay } from "../../ui/format.js";
import { Empty, Panel, Skeleton } from "../../ui/panel.js";
import { PredictionTable } from "../predictions/prediction-table.js";
import { leadersOf, type Summary } from "../predictions/summary.js";
import { useSummaries } from "../predictions/use-summaries.js";
import { type Alert, alertsOf } from "./alerts.js";
import { ClaimsLine } from "./claims-line.js";
import { DataFreshness } from "./freshness.js";
import styles from "./home.module.css";
import { Lead, ListCard } from "./lead.js";
import { NewsLine } from "./news-line.js";
import { StakesLine } from "./stakes-line.js";

/** Of other types the page shows what waits or has failed, and notices say that. */
const readKinds = [
  "datasets",
  "streams",
  "cohorts",
  "outcomes",
  "scopes",
  "targets",
  "connections",
] as const satisfies readonly Kind[];

const Home = () => {
  const { records, error } = useAllResources(readKinds);
  const { data: session } = useSession();
  return (
    <Page
      title={session?.account?.name ?? "Home"}
      about={<DataThrough />}
      actions={
        <Allowed>
          <ButtonLink to="/data">Add a file</ButtonLink>
        </Allowed>
      }
    >
      <ErrorNotice problem={error} />
      {!records && !error && <Skeleton rows={12} />}
      {records && <Overview records={records} />}
    </Page>
  );
};
export default Home;

/** Until when the account has data. As high before it is known. */
const DataThrough = () => {
  const { data: account } = useAccount();
  const through = account?.data_through;
  return <p>{through ? `Data through ${formatDay(through)} (${formatAgo(through)})` : "\u00a0"}</p>;
};

/** Enough to have one of a week ago for each card: an account makes few, four in a horizon. */
const newestClaims = 50;

/** Shown once all of it is read: a part that came later would move what is read already. */
const Overview = ({ records }: { records: readonly Records[Kind][] }) => {
  const { data: account, isPending } = useAccount();
  const { summaries, error } = useSummaries();
  const sample = useSample();
  const mayEdit = useMay()("edit");
  const alerts = useAlerts(records);
  const claims = useClaims(newestClaims);
  if (isPending || sample.isPending || claims.isPending || !alerts || !(summaries || error))
    return <Skeleton rows={12} />;
  const unmapped = records.filter(isDataset).filter(isUnmapped);
  if (records.length === unmapped.length)
    return (
      <>
        {alerts.length > 0 && <Alerts alerts={alerts} />}
        {mayEdit ? (
          <Suspense fallback={<Skeleton rows={12} />}>
            <FirstSteps unmapped={unmapped} />
          </Suspense>
        ) : (
          <Empty>There is nothing to see yet: an editor or administrator adds the first file.</Empty>
        )}
      </>
    );
  return (
    <>
      <SampleNote />
      {summaries && <StakesLine summaries={summaries} />}
      {summaries && <Top summaries={summaries} alerts={alerts} claims={claims.data?.claims ?? []} />}
      {claims.data && <ClaimsLine summary={claims.data.summary} />}
      <NewsLine datasets={records.filter(isDataset)} />
      <Predictions summaries={summaries} error={error} />
      <DataFreshness records={records} dataThrough={account?.data_through} />
    </>
  );
};

const isDataset = (record: Records[Kind]): record is Records["datasets"] =>
  record.resource_type === "datasets";

/** A dataset whose files have arrived, and whose columns are not mapped yet. */
const isUnmapped = (record: Records[Kind]): boolean =>
  isDataset(record) && record.preview === true && !record.archived_at;

/** Alerts for the reader; undefined until all that may need attention is read. */
const useAlerts = (records: readonly Records[Kind][]): readonly Alert[] | undefined => {
  const account = useAccount();
  const endpoints = useEndpoints();
  const mails = useOutbox();
  const troubles = useTroubles();
  const notices = useNotices();
  if ([account, endpoints, mails, troubles].some(({ isPending }) => isPending)) return undefined;
  return alertsOf({
    records,
    account: account.data,
    endpoints: endpoints.data ?? [],
    mails: mails.data ?? [],
    notices: [...notices.values()].filter(isNews),
    troubles: troubles.data ?? [],
    now: Date.now(),
  });
};

const Predictions = ({ summaries, error }: ReturnType<typeof useSummaries>) => (
  <Panel
    title="Predictions"
    basis={useBasis({ of: "all customers" })}
    actions={
      <Allowed>
        <ButtonLink to="/predictions/new">New prediction</ButtonLink>
      </Allowed>
    }
  >
    <ErrorNotice problem={error} />
    {summaries && (
      <PredictionTable
        label="All predictions"
        summaries={summaries}
        empty={<Empty>No predictions yet. Choose one of those that your data can answer.</Empty>}
      />
    )}
  </Panel>
);

const mostCards = 3;

/** Whom to act on now: a card for each of several predictions; one has its figure beside past months. */
const Top = ({
  summaries,
  alerts,
  claims,
}: {
  summaries: readonly Summary[];
  alerts: readonly Alert[];
  claims: readonly Claim[];
}) => {
  const [lead, ...others] = leadersOf(summaries).slice(0, mostCards);
  if (!lead || others.length === 0)
    return (
      <div className={styles.top}>
        {lead ? <Lead summary={lead} claims={claims} /> : <FirstScores summaries={summaries} />}
        <Alerts alerts={alerts} />
      </div>
    );
  return (
    <>
      <div className={styles.cards}>
        {[lead, ...others].map((summary) => (
          <ListCard key={summary.outcome.id} summary={summary} claims={claims} />
        ))}
      </div>
      <Alerts alerts={alerts} />
    </>
  );
};

/** While nobody is scored. */
const FirstScores = ({ summaries }: { summaries: readonly Summary[] }) => {
  const building = summaries.find(({ outcome }) => outcome.status !== "error");
  return building ? (
    <Panel title="Learning from your data">
      <p>
        The number of expected customers is here once “{building.outcome.name}” is built and scored. You can
        leave this page; the builds go on.
      </p>
      <div>
        <ButtonLink to={pageOf("outcomes", building.outcome.id)} look="primary">
          See progress
        </ButtonLink>
      </div>
    </Panel>
  ) : (
    <Panel title="Choose a prediction">
      <p>
        Your data are here. Choose what you would like to know: who buys again, who goes quiet, who leaves.
      </p>
      <div>
        <Allowed>
          <ButtonLink to="/predictions/new" look="primary">
            Choose a prediction
          </ButtonLink>
        </Allowed>
      </div>
    </Panel>
  );
};

/** Records say it of the types that are read. */
const isNews = ({ resource_type }: Notice): boolean =>
  !(readKinds as readonly Notice["resource_type"][]).includes(resource_type);

/** Further ones are folded: a long list would push the predictions out of sight. */
const shownAlerts = 3;

const Alerts = ({ alerts }: { alerts: readonly Alert[] }) => (
  <Panel title="Alerts" basis={useBasis({ of: "all customers" })}>
    {alerts.length === 0 ? (
      <p className="soft">
        No alerts. All builds succeeded, no prediction has a warning, and none is for days that have passed.
      </p>
    ) : (
      <AlertList alerts={alerts.slice(0, shownAlerts)} />
    )}
    {alerts.length > shownAlerts && (
      <details>
        <summary>{formatCounted(alerts.length - shownAlerts, "more alert")}</summary>
        <AlertList alerts={alerts.slice(shownAlerts)} />
      </details>
    )}
  </Panel>
);

const AlertList = ({ alerts }: { alerts: readonly Alert[] }) => (
  <ul className={styles.alerts}>
    {alerts.map(({ key, isError, title, note, to }) => (
      <li key={key} className={classNames(styles.alert, isError && styles.error)}>
        <h3>{to === undefined ? title : <Link to={to}>{title}</Link>}</h3>
        <p className="small">{note}</p>
      </li>
    ))}
  </ul>
);

/** Where the reader left off. */
const Unmapped = ({ datasets }: { datasets: readonly Records["datasets"][] }) => (
  <Panel title="Continue where you left off">
    <ul className={styles.unmapped}>
      {datasets.map(({ id, name }, index) => (
        <li key={id}>
          <strong>{name}</strong>
          <ButtonLink to={`${pageOf("datasets", id)}/mapping`} look={index === 0 ? "primary" : "plain"}>
            Map columns<span className="visually-hidden"> of {name}</span>
          </ButtonLink>
        </li>
      ))}
    </ul>
  </Panel>
);

const NewFiles = lazy(async () => ({ default: (await import("../datasets/new.js")).NewFiles }));

const FirstSteps = ({ unmapped }: { unmapped: readonly Records["datasets"][] }) => (
  <div className={styles.start}>
    <div className={styles.files}>
      {unmapped.length > 0 && <Unmapped datasets={unmapped} />}
      <NewFiles isFirst={unmapped.length === 0} />
    </div>
    <Panel title="No file at hand?">
      <p>See what you get with the orders of a made-up shop. One click removes it again.</p>
      <TrySample />
    </Panel>
    <Panel title="How it works">
      <ol className={styles.steps}>
        <li>
          <strong>Drop an export.</strong> Orders, bookings or cancellations, as your shop exports them. Files
          stay on this machine.
        </li>
        <li>
          <strong>Check the columns.</strong> We suggest which hold the customer, the date and the amount.
        </li>
        <li>
          <strong>Choose a prediction.</strong> Who buys again? Who leaves? The results show how far you can
          trust them.
        </li>
        <li>
          <strong>Get the list.</strong> It stays up to date with your files.
        </li>
      </ol>
    </Panel>
  </div>
);
