// Notice that people are rebuilding, or that their last build failed or was held. Empty while the page is up to date.

import { useNotices } from "../../api/live.js";
import { BuildState } from "../../ui/status.js";
import styles from "./build-notice.module.css";
import { usePeopleAnalysis } from "./queries.js";

export const BuildNotice = () => {
  const { data } = usePeopleAnalysis();
  const notice = [...useNotices().values()].find(({ resource_type }) => resource_type === "people");
  if (!data || data.status === "ready") return null;
  return (
    <div className={styles.notice}>
      <p role="status">
        {data.status === "error" ? "The last build of people failed or was held." : "People are rebuilding."}{" "}
        This page shows the previous build, and your merges and splits since.
      </p>
      {notice && <BuildState of={notice} />}
    </div>
  );
};
