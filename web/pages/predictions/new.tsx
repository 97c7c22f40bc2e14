// New predictions: what the data can answer, with counts, to tick and create in one press.

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation, useSearch } from "wouter";
import { useMay } from "../../api/account.js";
import { answer, api, type Problem } from "../../api/client.js";
import { useNotices } from "../../api/live.js";
import { useList, useMutationOf, useRecord } from "../../api/resources.js";
import { buildsOf } from "../../shell/builds.js";
import { NotAllowed } from "../../shell/edit-page.js";
import { Page } from "../../shell/page.js";
import { Button, ButtonLink } from "../../ui/button.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { CheckField } from "../../ui/field.js";
import { formatCount, formatCounted } from "../../ui/format.js";
import { Empty, Panel, Skeleton } from "../../ui/panel.js";
import { BuildState } from "../../ui/status.js";
import styles from "./new.module.css";
import { SuggestionList } from "./suggestion-list.js";
import { isTicked, noChoices, type Suggestion, toCreate } from "./suggestions.js";

const NewPrediction = () => {
  const datasetId = new URLSearchParams(useSearch()).get("dataset") ?? undefined;
  const waiting = useWaiting(datasetId);
  if (!useMay()("edit")) return <NotAllowed kind="outcomes" />;
  return (
    <Page
      title="New prediction"
      up={{ to: "/predictions", label: "Predictions" }}
      about="What would you like to know about each customer? These are the questions that your data can answer."
      actions={<ButtonLink to="/outcomes/new">Define your own</ButtonLink>}
    >
      {waiting ?? <Suggestions isNewData={datasetId !== undefined} />}
    </Page>
  );
};
export default NewPrediction;

/** Content until the events of the dataset are there; null once they are. */
const useWaiting = (datasetId: string | undefined) => {
  const dataset = useRecord("datasets", datasetId);
  const streams = useList("streams");
  const notices = useNotices();
  if (datasetId === undefined || dataset.error) return null;
  if (!dataset.data || !streams.data) return <Skeleton rows={6} />;
  const names = Object.keys(dataset.data.output_to_streams);
  const statusOf = ({ id, status }: { id: string; status: string }) => notices.get(id)?.status ?? status;
  const own = streams.data.filter(({ stream_name }) => names.includes(stream_name));
  // Datasets without dates have no streams: what is counted are people.
  const people = [...notices.values()].filter(({ resource_type: type }) => type === "people");
  const unread = [dataset.data, ...own, ...people].find((each) => statusOf(each) !== "ready");
  if (!unread) return null;
  const { name, row_count: rows } = dataset.data;
  return (
    <Panel title={statusOf(dataset.data) === "ready" ? "Matching customers" : "Reading your file"}>
      <p className="soft">
        {name}
        {rows !== undefined && `, ${formatCounted(rows, "row")}`}. This usually takes less than a minute.
      </p>
      <BuildState of={unread} />
    </Panel>
  );
};

/** The people of new data are built after its events: until then there is nothing to count. */
const Suggestions = ({ isNewData }: { isNewData: boolean }) => {
  const { data, error } = useSuggestions();
  const { running, queued } = buildsOf([...useNotices().values()]);
  const isComing = isNewData || running.length + queued > 0;
  if (!data)
    return error?.status === 409 ? (
      isComing ? (
        <Panel title="Matching customers">
          <Skeleton rows={3} label="Counting" />
        </Panel>
      ) : (
        <NothingYet />
      )
    ) : error ? (
      <ErrorNotice problem={error} />
    ) : (
      <Skeleton rows={6} label="Counting" />
    );
  return data.length === 0 ? <NothingYet /> : <Choice suggestions={data} />;
};

/** Read again whenever streams are built, and customers are matched: a file without dates has no streams. */
const useSuggestions = () => {
  const people = [...useNotices().values()].find(({ resource_type: type }) => type === "people");
  return useQuery<Suggestion[], Problem>({
    queryKey: ["streams", "suggestions", people?.status],
    queryFn: () => answer(api.GET("/suggestions")),
  });
};

const NothingYet = () => (
  <Empty
    action={
      <ButtonLink to="/data" look="primary">
        Add data
      </ButtonLink>
    }
  >
    There are no events with dates yet. Add a file of orders, payments or subscriptions first, or a file with
    one row per customer and an answer, such as “Churn”.
  </Empty>
);

const Choice = ({ suggestions }: { suggestions: readonly Suggestion[] }) => {
  const [choices, setChoices] = useState(noChoices);
  const [, navigate] = useLocation();
  const create = useMutationOf((chosen: ReturnType<typeof toCreate>) =>
    answer(api.POST("/suggestions", { body: { suggestions: chosen } })),
  );
  const chosen = toCreate(suggestions, choices);
  const press = () =>
    create.mutate(chosen, {
      onSuccess: ([first, ...others]) =>
        navigate(others.length > 0 || !first ? "/predictions" : `/predictions/${first.outcome_id}`),
    });
  return (
    <Panel title="From your data we can answer">
      <SuggestionList suggestions={suggestions} choices={choices} onChange={setChoices} />
      {suggestions.some((each) => each.has_value && isTicked(each, suggestions, choices)) && (
        <CheckField
          label="Also how much each customer is expected to spend, and when"
          checked={choices.withValue}
          onChange={(withValue) => setChoices({ ...choices, withValue })}
        />
      )}
      <ErrorNotice problem={create.error} />
      <div className={styles.foot}>
        <Button look="primary" isBusy={create.isPending} disabled={chosen.length === 0} onClick={press}>
          {chosen.length < 2 ? "Create prediction" : `Create ${formatCount(chosen.length)} predictions`}
        </Button>
        <p className="soft">
          Each is tested on customers that it has not seen, and where the data have dates, on a later date.
        </p>
      </div>
    </Panel>
  );
};
