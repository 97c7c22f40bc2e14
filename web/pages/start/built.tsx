// Results of the guided setup: the builds in progress, the quality of the prediction, and the file.

import { useState } from "react";
import { Link } from "wouter";
import { verdictText } from "../../../src/words/verdict.js";
import { warningText } from "../../../src/words/warnings.js";
import { answer, api, type Schemas } from "../../api/client.js";
import { linkHere } from "../../api/links.js";
import { useChange, usePart, useRecord } from "../../api/resources.js";
import { Page } from "../../shell/page.js";
import { ButtonAnchor } from "../../ui/button.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { CheckField } from "../../ui/field.js";
import { formatBytes, formatCounted, formatDay, reader } from "../../ui/format.js";
import { Empty, Facts, Panel, Skeleton } from "../../ui/panel.js";
import { BuildState, useBuilding } from "../../ui/status.js";
import { Checklist } from "./checklist.js";
import styles from "./start.module.css";
import { Steps } from "./steps.js";
import { testFigures } from "./test-figures.js";

/** By the id of the deployment at the end of it. */
const Built = ({ id }: { id: string }) => {
  const target = useRecord("targets", id);
  const scope = useRecord("scopes", target.data?.scope_id);
  const outcomeId = scope.data?.payload.outcome_ids?.[0];
  return (
    <Page
      title={scope.data?.name ?? "Results"}
      up={{ to: "/predictions/new", label: "New prediction" }}
      about="You can leave this page. Builds run in the background, and we e-mail you when they finish."
    >
      <Steps at="scores" isShown />
      <ErrorNotice problem={target.error ?? scope.error} />
      <Panel title="Builds">
        <Checklist id={id} />
      </Panel>
      <Panel title="Prediction quality">
        {outcomeId ? <HowGood id={outcomeId} /> : <Skeleton rows={4} />}
      </Panel>
      <Panel title="Your list">
        {target.data && scope.data ? (
          <Delivery target={target.data} scope={scope.data} />
        ) : (
          <Skeleton rows={4} />
        )}
      </Panel>
    </Page>
  );
};
export default Built;

interface DeliveryProps {
  target: Schemas["Target"];
  scope: Schemas["Scope"];
}

const Delivery = ({ target, scope }: DeliveryProps) => {
  const change = useChange("scopes", scope.id);
  const [wanted, setWanted] = useState<boolean>();
  const enable = (isEnabled: boolean) => {
    setWanted(isEnabled);
    change.mutate({ preview: !isEnabled }, { onSettled: () => setWanted(undefined) });
  };
  return (
    <>
      <CheckField
        label="Enable the pipeline"
        hint="When enabled, the file holds all people and is updated automatically. Until then it is a preview of up to 1,000 rows."
        checked={wanted ?? !scope.preview}
        disabled={change.isPending}
        onChange={enable}
      />
      <ErrorNotice problem={change.error} />
      <Download target={target} isEnabled={!scope.preview} />
      <p className="soft">
        New files in the same directory update the results automatically. To change the columns or format of
        the file, edit its <Link to={`/deployments/${target.id}`}>deployment</Link>; to change who is scored,
        edit the <Link to={`/pipelines/${scope.id}`}>pipeline</Link>.
      </p>
    </>
  );
};

const Download = ({ target, isEnabled }: { target: DeliveryProps["target"]; isEnabled: boolean }) => {
  const { status } = useBuilding(target);
  const { row_count: rows, file_size: bytes, data_through: through } = target;
  const isThere = rows !== undefined;
  const isWhole = isEnabled && status === "ready";
  return (
    <div className={styles.ways}>
      {isThere && (
        <ButtonAnchor look="primary" href={`/v1/targets/${target.id}/download.csv`} download>
          Download CSV
        </ButtonAnchor>
      )}
      <p role="status" className="soft">
        {isThere && `${formatCounted(rows, "row")}${bytes === undefined ? "" : `, ${formatBytes(bytes)}`}`}
        {isThere && through && `, as of ${formatDay(through)}`}
        {isThere && !isWhole && ". Preview."}
        {status !== "ready" &&
          status !== "error" &&
          (isThere ? " An update is in progress." : "Not ready yet.")}
      </p>
    </div>
  );
};

const HowGood = ({ id }: { id: string }) => {
  const { data: outcome, error } = useRecord("outcomes", id);
  if (!outcome) return error ? <ErrorNotice problem={error} /> : <Skeleton rows={4} />;
  if (!outcome.verdict)
    return (
      <>
        <BuildState of={outcome} />
        {outcome.status !== "error" && (
          <Empty>
            The model learns from the past and is tested on people and a date that it has not seen. The result
            will appear here.
          </Empty>
        )}
      </>
    );
  return <Verdict outcome={outcome} />;
};

const Verdict = ({ outcome }: { outcome: Schemas["Outcome"] }) => {
  const { id, verdict, warnings = [], report_url, horizon_days } = outcome;
  return (
    <>
      <div>
        <p className={styles.question}>{verdict && verdictText(verdict, reader)}</p>
        <p className="soft small">
          Log loss measures the error of the probabilities; lower is better. In 95 of 100 tests on similar
          people, the figure would lie in the interval.
        </p>
      </div>
      {warnings.map((warning) => (
        <p key={`${warning.kind} ${warning.about}`} className={styles.warning}>
          {warningText(warning, reader)}
        </p>
      ))}
      <Tested id={id} horizonDays={horizon_days} />
      <div className={styles.ways}>
        <Link to={`/outcomes/${id}`}>See all results</Link>
        {report_url && (
          <ButtonAnchor look="quiet" href={linkHere(report_url)} target="_blank" rel="noreferrer">
            Open the report
          </ButtonAnchor>
        )}
      </div>
    </>
  );
};

const Tested = ({ id, horizonDays }: { id: string; horizonDays: number | undefined }) => {
  const { data } = usePart("outcomes", id, "analysis", () =>
    answer(api.GET("/outcomes/{id}/analysis", { params: { path: { id } } })),
  );
  const model = data?.performance?.model;
  return model ? <Facts facts={testFigures(model, horizonDays)} /> : <Skeleton rows={2} />;
};
