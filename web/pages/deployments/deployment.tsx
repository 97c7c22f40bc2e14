// The page of a deployment: destination, contents and configuration.

import { Link } from "wouter";
import { pageOf } from "../../api/kinds.js";
import { useRecord } from "../../api/resources.js";
import { Allowed } from "../../shell/allowed.js";
import { RecordPage } from "../../shell/record-page.js";
import { ButtonLink } from "../../ui/button.js";
import { Analysis } from "./analysis.js";
import { Configuration } from "./configuration.js";
import styles from "./deployment.module.css";
import { Destination } from "./destination.js";
import type { Target } from "./draft.js";
import { Lookup } from "./lookup.js";
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
        <Configuration target={target} />
      </>
    )}
  </RecordPage>
);
export default Deployment;

const Contents = ({ target }: { target: Target }) => (
  <>
    <Allowed to="read">
      {target.options.type === "lookup_api" ? <Lookup target={target} /> : <PreviewRows target={target} />}
    </Allowed>
    <Analysis target={target} />
  </>
);

const PreviewNote = ({ target }: { target: Target }) => {
  const { data: pipeline } = useRecord("scopes", target.scope_id);
  if (!pipeline?.preview) return null;
  return (
    <p className={styles.note}>
      Preview: this deployment has 1,000 rows at most until you enable its pipeline,{" "}
      <Link to={pageOf("scopes", pipeline.id)}>{pipeline.name}</Link>.
    </p>
  );
};
