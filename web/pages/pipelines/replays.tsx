// The page of a pipeline's replays: moments to replay, and for each replay its dates side by side, with their
// files and what people did.

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { answer, api, type Schemas } from "../../api/client.js";
import { pageOf } from "../../api/kinds.js";
import { useMutationOf, useRecord } from "../../api/resources.js";
import { Allowed } from "../../shell/allowed.js";
import { Page } from "../../shell/page.js";
import { Button } from "../../ui/button.js";
import { Confirm } from "../../ui/dialog.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { formatCount, formatMoment, formatPercent, reader } from "../../ui/format.js";
import { Empty, Panel, Skeleton } from "../../ui/panel.js";
import { BuildState, StatusBadge } from "../../ui/status.js";
import { DecileFigure, ExpectedAndActualFigure } from "./observed-performance.js";
import { ReplayForm } from "./replay-form.js";
import styles from "./replays.module.css";

type Replay = Schemas["Replay"];
type ReplayedDate = NonNullable<Replay["results"]>[number];
type ReplayedOutcome = ReplayedDate["outcomes"][number];
type Observed = NonNullable<ReplayedOutcome["observed"]>;

const useReplays = (id: string) =>
  useQuery({
    queryKey: ["replays", id],
    queryFn: () => answer(api.GET("/scopes/{id}/replays", { params: { path: { id } } })),
  });

const Replays = ({ id }: { id: string }) => {
  const { data: pipeline } = useRecord("scopes", id);
  const { data: replays, error } = useReplays(id);
  return (
    <Page
      title="Replays"
      up={{ to: pageOf("scopes", id), label: pipeline?.name ?? "Pipeline" }}
      about="What this pipeline would have delivered at past moments, and what these people have done since."
    >
      <Allowed>
        <Panel title="Replay past moments">
          <p>
            The files are made again of the uploads that had arrived before each moment, or of the events that
            had happened, with the model of then and today's definitions. Nothing that you deliver changes.
            People who asked to be left out stay out.
          </p>
          <ReplayForm id={id} />
        </Panel>
      </Allowed>
      <ErrorNotice problem={error} />
      {!replays && !error && <Skeleton rows={6} />}
      {replays?.length === 0 && <Empty>No replays yet.</Empty>}
      {replays?.map((replay) => (
        <ReplayPanel key={replay.id} replay={replay} />
      ))}
    </Page>
  );
};
export default Replays;

const titleOf = ({ created_at, by }: Replay): string =>
  `${by === "events" ? "As of past moments, made" : "Replay of"} ${formatMoment(created_at)}`;

const ReplayPanel = ({ replay }: { replay: Replay }) => (
  <Panel
    title={titleOf(replay)}
    actions={
      <div className={styles.actions}>
        <StatusBadge of={replay} />
        <Allowed>
          <Delete replay={replay} />
        </Allowed>
      </div>
    }
  >
    {replay.text !== undefined && <p>{replay.text}</p>}
    <BuildState of={replay} />
    {replay.results ? (
      <Results results={replay.results} />
    ) : (
      <p className="soft">{replay.dates.map((date) => formatMoment(date)).join(" · ")}</p>
    )}
  </Panel>
);

const Delete = ({ replay }: { replay: Replay }) => {
  const [isAsking, setAsking] = useState(false);
  const path = { id: replay.scope_id, replay_id: replay.id };
  const remove = useMutationOf(() =>
    answer(api.DELETE("/scopes/{id}/replays/{replay_id}", { params: { path } })),
  );
  return (
    <>
      <Button look="quiet" onClick={() => setAsking(true)}>
        Delete
      </Button>
      {isAsking && (
        <Confirm
          title="Delete this replay?"
          action="Delete"
          isBusy={remove.isPending}
          isDangerous
          problem={remove.error}
          onConfirm={() => remove.mutate(undefined, { onSuccess: () => setAsking(false) })}
          onCancel={() => setAsking(false)}
        >
          Its files are deleted. What you delivered stays as it is.
        </Confirm>
      )}
    </>
  );
};

const Results = ({ results }: { results: readonly ReplayedDate[] }) => {
  const outcomes = [
    ...new Map(
      results.flatMap((date) => date.outcomes).map((outcome) => [outcome.outcome_id, outcome]),
    ).values(),
  ];
  return (
    <>
      <Files results={results} />
      {outcomes.map(({ outcome_id: id, outcome_name: name }) => (
        <Outcome
          key={id}
          name={name}
          dates={results.flatMap((date) => {
            const outcome = date.outcomes.find(({ outcome_id }) => outcome_id === id);
            return outcome ? [{ date, outcome }] : [];
          })}
        />
      ))}
    </>
  );
};

const Files = ({ results }: { results: readonly ReplayedDate[] }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
  <section className={styles.wide} aria-label="Files by moment" tabIndex={0}>
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Moment</th>
          <th scope="col">Deployment</th>
          <th scope="col">Rows</th>
          <th scope="col">Compared with the delivered file</th>
          <th scope="col">Files</th>
        </tr>
      </thead>
      <tbody>{results.flatMap((date) => rowsOf(date))}</tbody>
    </table>
  </section>
);

const rowsOf = (result: ReplayedDate) => {
  const { date, error, files, missing_datasets: missing, people_url } = result;
  const notes = [
    ...(error === undefined ? [] : [error]),
    ...(missing.length > 0 ? [`No upload of then is stored: ${missing.join(", ")}.`] : []),
  ];
  const rows = files.map((file, index) => (
    <tr key={`${date} ${file.target_id}`}>
      <th scope="row">{index === 0 && formatMoment(date)}</th>
      <td>{file.target_name}</td>
      <td className={styles.number}>{file.row_count !== undefined && formatCount(file.row_count)}</td>
      <td className={styles.said}>
        <span className={styles[file.comparison]}>{file.headline}</span>
      </td>
      <td className={styles.links}>
        <Allowed to="read">
          {file.file_url && <a href={file.file_url}>Download</a>}
          {index === 0 && people_url && <a href={people_url}>Who reached the goal</a>}
        </Allowed>
      </td>
    </tr>
  ));
  const note = notes.length > 0 && (
    <tr key={`${date} note`}>
      <th scope="row">{files.length === 0 && formatMoment(date)}</th>
      <td colSpan={4} className={styles.said}>
        {notes.join(" ")}
      </td>
    </tr>
  );
  return note ? [...rows, note] : rows;
};

interface DateOfOutcome {
  date: ReplayedDate;
  outcome: ReplayedOutcome;
}

const Outcome = ({ name, dates }: { name: string; dates: readonly DateOfOutcome[] }) => {
  const observed = dates.flatMap(({ outcome }): Observed[] => (outcome.observed ? [outcome.observed] : []));
  return (
    <>
      <h3>{name}</h3>
      <Figures name={name} dates={dates} />
      {observed.length > 0 && <ExpectedAndActualFigure observed={observed.toReversed()} name={name} />}
      <div className={styles.deciles}>
        {observed.map((each) => (
          <DecileFigure key={each.cutoff} observed={each} />
        ))}
      </div>
    </>
  );
};

const Figures = ({ name, dates }: { name: string; dates: readonly DateOfOutcome[] }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
  <section className={styles.wide} aria-label={`${name}, by moment`} tabIndex={0}>
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Moment</th>
          <th scope="col">Scored</th>
          <th scope="col">Expected</th>
          <th scope="col">Actual</th>
          <th scope="col">AUC</th>
          <th scope="col">Calibration error</th>
        </tr>
      </thead>
      <tbody>
        {dates.map(({ date: { date }, outcome: { scored_count, expected, observed, headline } }) => (
          <tr key={date}>
            <th scope="row">{formatMoment(date)}</th>
            <td className={styles.number}>{formatCount(observed?.people ?? scored_count)}</td>
            <td className={styles.number}>{formatCount(observed?.expected ?? expected)}</td>
            {observed ? (
              <>
                <td className={styles.number}>{formatCount(observed.attained)}</td>
                <td className={styles.number}>
                  {observed.auc !== undefined && reader.fixed(observed.auc, 2)}
                </td>
                <td className={styles.number}>{formatPercent(observed.calibration_error)}</td>
              </>
            ) : (
              <td colSpan={3} className={styles.said}>
                {headline}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);
