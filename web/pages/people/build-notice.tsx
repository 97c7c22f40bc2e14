// Notice that people are rebuilding, or that their last build failed or was held. Empty while the page is up to date.

import { useNotices } from "../../api/live.js";
import { Allowed } from "../../shell/allowed.js";
import { ButtonLink } from "../../ui/button.js";
import { BuildState } from "../../ui/status.js";
import styles from "./build-notice.module.css";
import { usePeopleAnalysis } from "./queries.js";

export const BuildNotice = () => {
  const { data } = usePeopleAnalysis();
  const notice = [...useNotices().values()].find(({ resource_type }) => resource_type === "people");
  const status = data?.status ?? notice?.status;
  // Before the first build, a page without people says what to do.
  if (status === undefined || status === "ready" || (!data && status !== "error")) return null;
  return (
    <div className={styles.notice}>
      <p role="status">
        {status === "error" ? "The last build of people failed or was held." : "People are rebuilding."}{" "}
        {data && "This page shows the previous build, and your merges and splits since."}
      </p>
      {notice && <BuildState of={notice} />}
      {status === "error" && (
        <div className={styles.actions}>
          <ButtonLink to="/data">Check the files</ButtonLink>
          <Allowed to="administer">
            <ButtonLink to="/settings">Change the limit of merges</ButtonLink>
          </Allowed>
        </div>
      )}
    </div>
  );
};
