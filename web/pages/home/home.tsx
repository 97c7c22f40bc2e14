// What needs attention, what is being built, and how fresh everything is.

import { useAccount, useEndpoints, useMails } from "../../api/account.js";
import { useEverything } from "../../api/everything.js";
import type { Kind, Records } from "../../api/kinds.js";
import { useNotices } from "../../api/live.js";
import { useSession } from "../../api/session.js";
import { Page } from "../../shell/page.js";
import { Waiting } from "../../ui/panel.js";
import { Trouble } from "../../ui/trouble.js";
import { Attention } from "./attention.js";
import { Building } from "./building.js";
import { FirstSteps } from "./first-steps.js";
import { Freshness } from "./freshness.js";
import { mattersOf } from "./matters.js";
import { Verdicts } from "./verdicts.js";

const Home = () => {
  const { records, error } = useEverything();
  const { data: session } = useSession();
  return (
    <Page title={session?.account?.name ?? "Home"}>
      <Trouble problem={error} />
      {!records && !error && <Waiting rows={12} />}
      {records && <Overview records={records} />}
    </Page>
  );
};
export default Home;

const Overview = ({ records }: { records: readonly Records[Kind][] }) => {
  const { data: account } = useAccount();
  const { data: endpoints = [] } = useEndpoints();
  const { data: mails = [] } = useMails();
  const peopleError = usePeopleError();
  const matters = mattersOf({ records, account, endpoints, mails, peopleError });
  if (records.length === 0)
    return (
      <>
        {matters.length > 0 && <Attention matters={matters} />}
        <FirstSteps />
      </>
    );
  return (
    <>
      <Attention matters={matters} />
      <Building records={records} />
      <Verdicts records={records} />
      <Freshness records={records} dataThrough={account?.data_through} />
    </>
  );
};

/** Why the last build of the people was refused, as long as it is. */
const usePeopleError = (): string | undefined => {
  const people = [...useNotices().values()].find(({ resource_type }) => resource_type === "people");
  return people?.status === "error" ? people.status_error : undefined;
};
