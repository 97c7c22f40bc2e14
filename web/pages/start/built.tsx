// What was asked is being built; then, how good the answer is, and the file with it.

import { useState } from "react";
import { Link } from "wouter";
import { answer, api, type Schemas } from "../../api/client.js";
import { useChange, usePart, useRecord } from "../../api/resources.js";
import { Page } from "../../shell/page.js";
import { ButtonAnchor } from "../../ui/button.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { CheckField } from "../../ui/field.js";
import { formatBytes, formatCounted, formatDay } from "../../ui/format.js";
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
      title={scope.data?.name ?? "Scores"}
      up={{ to: "/start", label: "Start from a file" }}
      about="You can leave this page: everything is built in the background, and you are told by e-mail."
    >
      <Steps at="scores" isShown />
      <ErrorNotice problem={target.error ?? scope.error} />
      <Panel title="What is being built">
        <Checklist id={id} />
      </Panel>
      <Panel title="How good it is">{outcomeId ? <HowGood id={outcomeId} /> : <Skeleton rows={4} />}</Panel>
      <Panel title="The file">
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

// The file: whether it holds everybody, and where it is.

interface DeliveryProps {
  target: Schemas["Target"];
  scope: Schemas["Scope"];
}

export const Delivery = ({ target, scope }: DeliveryProps) => {
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
        hint="Enabled, the file holds everybody and is kept fresh. Until then it holds 1,000 rows at most, to look at first."
        checked={wanted ?? !scope.preview}
        disabled={change.isPending}
        onChange={enable}
      />
      <ErrorNotice problem={change.error} />
      <Download target={target} isEnabled={!scope.preview} />
      <p className="soft">
        New files in the same directory lead to new scores by themselves. What the file holds and in which
        form is settled by its <Link to={`/deployments/${target.id}`}>deployment</Link>, who is scored by the{" "}
        <Link to={`/pipelines/${scope.id}`}>pipeline</Link>.
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
          Download the CSV
        </ButtonAnchor>
      )}
      <p role="status" className="soft">
        {isThere && `${formatCounted(rows, "row")}${bytes === undefined ? "" : `, ${formatBytes(bytes)}`}`}
        {isThere && through && `, as of ${formatDay(through)}`}
        {isThere && !isWhole && ". A preview."}
        {status !== "ready" &&
          status !== "error" &&
          (isThere ? " A newer one is being made." : "It is not there yet.")}
      </p>
    </div>
  );
};

// What the test says of an outcome, in words and in the few numbers that matter.

export const HowGood = ({ id }: { id: string }) => {
  const { data: outcome, error } = useRecord("outcomes", id);
  if (!outcome) return error ? <ErrorNotice problem={error} /> : <Skeleton rows={4} />;
  if (!outcome.verdict)
    return (
      <>
        <BuildState of={outcome} />
        {outcome.status !== "error" && (
          <Empty>
            It is learned from the past, and then tested on people and on a date that it has not seen. The
            verdict will be here.
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
        <p className={styles.question}>{verdict?.text}</p>
        <p className="soft small">
          Log loss is the price of wrong probabilities, dearer the surer they were; lower is better. The
          interval is where the figure would be in 95 of 100 tests on other people of the same kind.
        </p>
      </div>
      {warnings.map(({ note }) => (
        <p key={note} className={styles.warning}>
          {note}
        </p>
      ))}
      <Tested id={id} horizonDays={horizon_days} />
      <div className={styles.ways}>
        <Link to={`/outcomes/${id}`}>All figures</Link>
        {report_url && (
          <ButtonAnchor look="quiet" href={report_url} target="_blank" rel="noreferrer">
            The report, as one page
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
