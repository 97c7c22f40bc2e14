// The home page: alerts, builds in progress, predictions and data freshness; first steps where there is nothing yet.

import { Link } from "wouter";
import { useAccount, useEndpoints, useOutbox, useSession, useTroubles } from "../../api/account.js";
import type { Kind, Records } from "../../api/kinds.js";
import { useNotices } from "../../api/live.js";
import { useAllResources } from "../../api/resources.js";
import { Page } from "../../shell/page.js";
import { ButtonLink } from "../../ui/button.js";
import { classNames } from "../../ui/class-names.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { Panel, Skeleton } from "../../ui/panel.js";
import { type Alert, alertsOf } from "./alerts.js";
import { BuildsInProgress } from "./builds-in-progress.js";
import { DataFreshness } from "./freshness.js";
import styles from "./home.module.css";
import { Predictions } from "./predictions.js";

const Home = () => {
  const { records, error } = useAllResources();
  const { data: session } = useSession();
  return (
    <Page title={session?.account?.name ?? "Home"}>
      <ErrorNotice problem={error} />
      {!records && !error && <Skeleton rows={12} />}
      {records && <Overview records={records} />}
    </Page>
  );
};
export default Home;

const Overview = ({ records }: { records: readonly Records[Kind][] }) => {
  const { data: account } = useAccount();
  const { data: endpoints = [] } = useEndpoints();
  const { data: mails = [] } = useOutbox();
  const { data: troubles = [] } = useTroubles();
  const peopleError = usePeopleError();
  const alerts = alertsOf({ records, account, endpoints, mails, peopleError, troubles });
  if (records.length === 0)
    return (
      <>
        {alerts.length > 0 && <Alerts alerts={alerts} />}
        <FirstSteps />
      </>
    );
  return (
    <>
      <Alerts alerts={alerts} />
      <BuildsInProgress records={records} />
      <Predictions records={records} />
      <DataFreshness records={records} dataThrough={account?.data_through} />
    </>
  );
};

/** Why the last build of people failed; absent once one succeeds. */
const usePeopleError = (): string | undefined => {
  const people = [...useNotices().values()].find(({ resource_type }) => resource_type === "people");
  return people?.status === "error" ? people.status_error : undefined;
};

const Alerts = ({ alerts }: { alerts: readonly Alert[] }) => (
  <Panel title="Alerts">
    {alerts.length === 0 ? (
      <p className="soft">No alerts. All builds succeeded, and no prediction has a warning.</p>
    ) : (
      <ul className={styles.alerts}>
        {alerts.map(({ key, isError, title, note, to }) => (
          <li key={key} className={classNames(styles.alert, isError && styles.error)}>
            <h3>{to === undefined ? title : <Link to={to}>{title}</Link>}</h3>
            <p className="small">{note}</p>
          </li>
        ))}
      </ul>
    )}
  </Panel>
);

const FirstSteps = () => (
  <Panel title="Start with a file">
    <p>
      Upload your order history as a CSV: who bought, when, and for how much. See how likely each customer is
      to buy again or to leave.
    </p>
    <ol className={styles.steps}>
      <li>
        <strong>Upload.</strong> Orders, bookings or cancellations, one per row. The file stays on this
        machine.
      </li>
      <li>
        <strong>Map columns.</strong> We suggest which columns hold the customer, the date and the amount. You
        correct what is wrong.
      </li>
      <li>
        <strong>Choose a prediction.</strong> Who buys a second time? Who cancels? The results show how far
        you can trust them.
      </li>
      <li>
        <strong>Get the results.</strong> Download a list that stays up to date, or look up one customer at a
        time.
      </li>
    </ol>
    <div>
      <ButtonLink to="/data" look="primary">
        Upload a file
      </ButtonLink>
    </div>
  </Panel>
);
