// One deployment: where it is to be had, what is in it, and how it is made.

import { Link } from "wouter";
import { pageOf } from "../../api/kinds.js";
import { useRecord } from "../../api/resources.js";
import { RecordPage } from "../../shell/record-page.js";
import { ButtonLink } from "../../ui/button.js";
import { Analysis } from "./analysis.js";
import styles from "./deployment.module.css";
import { Destination } from "./destination.js";
import type { Target } from "./draft.js";
import { Lookup } from "./lookup.js";
import { Made } from "./made.js";
import { PreviewRows } from "./preview-rows.js";

const Deployment = ({ id }: { id: string }) => (
  <RecordPage
    kind="targets"
    id={id}
    actions={() => <ButtonLink to={`/deployments/${encodeURIComponent(id)}/edit`}>Edit</ButtonLink>}
  >
    {(target) => (
      <>
        <PreviewNote target={target} />
        <Destination target={target} />
        {target.last_updated_output_at !== undefined && <Contents target={target} />}
        <Made target={target} />
      </>
    )}
  </RecordPage>
);
export default Deployment;

const Contents = ({ target }: { target: Target }) => (
  <>
    {target.options.type === "lookup_api" ? <Lookup target={target} /> : <PreviewRows target={target} />}
    <Analysis target={target} />
  </>
);

const PreviewNote = ({ target }: { target: Target }) => {
  const { data: pipeline } = useRecord("scopes", target.scope_id);
  if (!pipeline?.preview) return null;
  return (
    <p className={styles.note}>
      Its pipeline, <Link to={pageOf("scopes", pipeline.id)}>{pipeline.name}</Link>, is a preview: there are
      1,000 rows at most until it is enabled there.
    </p>
  );
};
