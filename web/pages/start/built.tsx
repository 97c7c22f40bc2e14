// What was asked is being built; then, how good the answer is, and the file with it.

import { useRecord } from "../../api/resources.js";
import { Page } from "../../shell/page.js";
import { Panel, Waiting } from "../../ui/panel.js";
import { Trouble } from "../../ui/trouble.js";
import { Checklist } from "./checklist.js";
import { Delivery } from "./delivery.js";
import { HowGood } from "./how-good.js";
import { Steps } from "./steps.js";

/** By the id of the deployment at the end of it. */
const Built = ({ id }: { id: string }) => {
  const target = useRecord("targets", id);
  const scope = useRecord("scopes", target.data?.scope_id);
  const outcomeId = scope.data?.payload.outcome_ids?.[0];
  return (
    <Page
      title={scope.data?.name ?? "Scores"}
      up={{ to: "/start", label: "Start from a file" }}
      about="You can leave this page: everything is built in the background, and you are told by e-mail."
    >
      <Steps at="scores" isShown />
      <Trouble problem={target.error ?? scope.error} />
      <Panel title="What is being built">
        <Checklist id={id} />
      </Panel>
      <Panel title="How good it is">{outcomeId ? <HowGood id={outcomeId} /> : <Waiting rows={4} />}</Panel>
      <Panel title="The file">
        {target.data && scope.data ? (
          <Delivery target={target.data} scope={scope.data} />
        ) : (
          <Waiting rows={4} />
        )}
      </Panel>
    </Page>
  );
};
export default Built;
