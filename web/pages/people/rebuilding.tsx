// Says that people are being built again, or why that was held back; nothing while what is shown is up to date.

import { useNotices } from "../../api/live.js";
import { BuildState } from "../../ui/status.js";
import { usePeopleAnalysis } from "./read.js";
import styles from "./rebuilding.module.css";

export const Rebuilding = () => {
  const { data } = usePeopleAnalysis();
  const notice = [...useNotices().values()].find(({ resource_type }) => resource_type === "people");
  if (!data || data.status === "ready") return null;
  const isRefused = data.status === "error";
  return (
    <div className={styles.rebuilding}>
      <p role="status">
        {isRefused ? "The last build of people was refused or held back." : "People are being built again."}{" "}
        What is shown is the build before.
      </p>
      {notice && <BuildState of={notice} />}
    </div>
  );
};
