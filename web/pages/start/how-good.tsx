// What the test says of an outcome, in words and in the few numbers that matter.

import { Link } from "wouter";
import { answer, api, type Schemas } from "../../api/client.js";
import { useOf, useRecord } from "../../api/resources.js";
import { ButtonAnchor } from "../../ui/button.js";
import { Empty, Facts, Waiting } from "../../ui/panel.js";
import { BuildState } from "../../ui/status.js";
import { Trouble } from "../../ui/trouble.js";
import styles from "./start.module.css";
import { testInWords } from "./test-in-words.js";

export const HowGood = ({ id }: { id: string }) => {
  const { data: outcome, error } = useRecord("outcomes", id);
  if (!outcome) return error ? <Trouble problem={error} /> : <Waiting rows={4} />;
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
  const { data } = useOf("outcomes", id, "analysis", () =>
    answer(api.GET("/outcomes/{id}/analysis", { params: { path: { id } } })),
  );
  const model = data?.performance?.model;
  return model ? <Facts facts={testInWords(model, horizonDays)} /> : <Waiting rows={2} />;
};
