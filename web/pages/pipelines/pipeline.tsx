// The page of a pipeline: delivery, audience, scores, their biggest changes, expected and actual results,
// deployments and columns.

import { RecordPage } from "../../shell/record-page.js";
import { ButtonLink } from "../../ui/button.js";
import { Audience } from "./audience.js";
import { Columns } from "./columns.js";
import { Contacts } from "./contacts.js";
import { Delivery } from "./delivery.js";
import { Deployments } from "./deployments.js";
import { Holdout } from "./holdout.js";
import { Movers } from "./movers.js";
import { ObservedPerformance } from "./observed-performance.js";
import { Scores } from "./scores.js";

const Pipeline = ({ id }: { id: string }) => (
  <RecordPage
    kind="scopes"
    id={id}
    readers={() => <ButtonLink to={`/pipelines/${encodeURIComponent(id)}/replays`}>Replays</ButtonLink>}
    actions={() => <ButtonLink to={`/pipelines/${encodeURIComponent(id)}/edit`}>Edit</ButtonLink>}
  >
    {(pipeline) => (
      <>
        <Delivery pipeline={pipeline} />
        <Audience pipeline={pipeline} />
        {pipeline.last_updated_output_at !== undefined && <Scores id={id} />}
        {pipeline.last_updated_output_at !== undefined && <Movers pipeline={pipeline} />}
        {pipeline.last_updated_output_at !== undefined && <ObservedPerformance id={id} />}
        {pipeline.last_updated_output_at !== undefined && <Contacts pipeline={pipeline} />}
        {pipeline.last_updated_output_at !== undefined && <Holdout pipeline={pipeline} />}
        <Deployments id={id} />
        <Columns pipeline={pipeline} />
      </>
    )}
  </RecordPage>
);
export default Pipeline;
