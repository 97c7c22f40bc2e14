// The step of the guided setup that chooses the streams of a prediction and creates it.

import { useState } from "react";
import { Link, useLocation, useSearch } from "wouter";
import { useList, useRecord } from "../../api/resources.js";
import { Page } from "../../shell/page.js";
import { Button } from "../../ui/button.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { FieldGroup, SelectField } from "../../ui/field.js";
import { formatCounted } from "../../ui/format.js";
import { Panel, Skeleton } from "../../ui/panel.js";
import { useCreateAll } from "./create.js";
import styles from "./start.module.css";
import { fileFor, Steps } from "./steps.js";
import { chooseStreams, type Role, type Template, templates } from "./templates.js";

const QuestionPage = ({ id }: { id: string }) => {
  const template = templates.find(({ name }) => name === id);
  return (
    <Page
      title={template?.title ?? "Page not found"}
      up={{ to: "/predictions/new", label: "New prediction" }}
      about={template?.question}
    >
      <Steps at="question" isShown />
      {template && <Question template={template} />}
    </Page>
  );
};
export default QuestionPage;

const Question = ({ template }: { template: Template }) => {
  const { data: streams, error } = useList("streams");
  const datasetId = new URLSearchParams(useSearch()).get("dataset") ?? undefined;
  const { data: dataset } = useRecord("datasets", datasetId);
  const [corrected, setCorrected] = useState<Record<string, string>>({});
  if (!streams) return error ? <ErrorNotice problem={error} /> : <Skeleton rows={6} />;
  const names = streams.filter(({ archived_at }) => !archived_at).map(({ stream_name }) => stream_name);
  const fresh = Object.keys(dataset?.output_to_streams ?? {});
  const chosen = { ...chooseStreams(template.roles, names, fresh), ...corrected };
  return (
    <>
      <Panel title="Events">
        <FieldGroup legend="Streams">
          {template.roles.map((role) => (
            <StreamOf
              key={role.role}
              role={role}
              streams={streams}
              value={chosen[role.role] ?? ""}
              onChange={(name) => setCorrected({ ...corrected, [role.role]: name })}
            />
          ))}
        </FieldGroup>
        <p className="soft">
          Missing one? <Link to={fileFor(template.name)}>Upload another file</Link>
        </p>
      </Panel>
      <Creation template={template} chosen={chosen} />
    </>
  );
};

const StreamOf = ({
  role: { label, hint },
  streams,
  value,
  onChange,
}: {
  role: Role;
  streams: readonly { stream_name: string; event_count?: number }[];
  value: string;
  onChange: (name: string) => void;
}) => (
  <SelectField
    label={label}
    hint={hint}
    value={value}
    choices={[
      { value: "", label: "Choose a stream" },
      ...streams.map(({ stream_name: name, event_count: events }) => ({
        value: name,
        label: events === undefined ? name : `${name} (${formatCounted(events, "event")})`,
      })),
    ]}
    onChange={onChange}
  />
);

const Creation = ({
  template: { roles, made },
  chosen,
}: {
  template: Template;
  chosen: Readonly<Record<string, string>>;
}) => {
  const make = useCreateAll();
  const [, navigate] = useLocation();
  const names = roles.map(({ role }) => chosen[role]);
  const isComplete = names.every(Boolean) && new Set(names).size === names.length;
  return (
    <Panel title="What we’ll create">
      <ol className={styles.made}>
        {made(chosen).map(({ key, name, about }) => (
          <li key={key}>
            <strong>{name}</strong>
            <span className="soft">{about}</span>
          </li>
        ))}
      </ol>
      <p className="soft">Existing matches are reused.</p>
      <ErrorNotice problem={make.error} />
      <div className={styles.ways}>
        <Button
          look="primary"
          disabled={!isComplete}
          isBusy={make.isPending}
          onClick={() =>
            make.mutate(made(chosen), {
              onSuccess: ({ target }) => navigate(`/start/built/${target}`),
            })
          }
        >
          Create prediction
        </Button>
        {!isComplete && (
          <p className="soft">
            {roles.length === 1 ? "Choose a stream first." : "Choose a different stream for each first."}
          </p>
        )}
      </div>
    </Panel>
  );
};
