// What needs attention, what is being built, and how fresh everything is.

import { Link } from "wouter";
import { useAccount, useEndpoints, useOutbox, useSession } from "../../api/account.js";
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
  const peopleError = usePeopleError();
  const matters = alertsOf({ records, account, endpoints, mails, peopleError });
  if (records.length === 0)
    return (
      <>
        {matters.length > 0 && <Alerts matters={matters} />}
        <FirstSteps />
      </>
    );
  return (
    <>
      <Alerts matters={matters} />
      <BuildsInProgress records={records} />
      <Predictions records={records} />
      <DataFreshness records={records} dataThrough={account?.data_through} />
    </>
  );
};

/** Why the last build of the people was refused, as long as it is. */
const usePeopleError = (): string | undefined => {
  const people = [...useNotices().values()].find(({ resource_type }) => resource_type === "people");
  return people?.status === "error" ? people.status_error : undefined;
};

// What needs its owner, each with what to do and the way to where it is done.

export const Alerts = ({ matters }: { matters: readonly Alert[] }) => (
  <Panel title="Needs attention">
    {matters.length === 0 ? (
      <p className="soft">Nothing. Everything that is in use was built, and no verdict has a warning.</p>
    ) : (
      <ul className={styles.matters}>
        {matters.map(({ key, isGrave, title, note, to }) => (
          <li key={key} className={classNames(styles.matter, isGrave && styles.grave)}>
            <h3>
              <Link to={to}>{title}</Link>
            </h3>
            <p className="small">{note}</p>
          </li>
        ))}
      </ul>
    )}
  </Panel>
);

// What there is to do where nothing has been done yet.

export const FirstSteps = () => (
  <Panel title="Begin with a file">
    <p>
      A CSV of what your customers did is enough: who, when, and for how much. From it come the people, and
      for each a probability that they buy again, or leave.
    </p>
    <ol className={styles.steps}>
      <li>
        <strong>Upload a file.</strong> Orders, bookings, cancellations: one row to each. It stays on this
        machine.
      </li>
      <li>
        <strong>Check how it is read.</strong> Which columns say who, when and how much is proposed; you put
        it right.
      </li>
      <li>
        <strong>Ask.</strong> Who buys a second time? Who cancels? The answer says how far it can be trusted.
      </li>
      <li>
        <strong>Take the scores along.</strong> As a file that stays fresh, or one customer at a time.
      </li>
    </ol>
    <div>
      <ButtonLink to="/start" look="primary">
        Start from a file
      </ButtonLink>
    </div>
  </Panel>
);
