// A form to try a lookup: the identity of a person, and the response that a program would get.

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { answer, api, type Problem, type Schemas } from "../../api/client.js";
import { Button } from "../../ui/button.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { FieldGroup, TextField } from "../../ui/field.js";
import { formatCounted, formatMoment, formatPercent } from "../../ui/format.js";
import { Facts, Panel } from "../../ui/panel.js";
import { cellText } from "./cell.js";
import type { Target } from "./draft.js";
import { useHeaders } from "./headers.js";
import styles from "./lookup.module.css";

type LookupIdentity = Schemas["TargetLookupRequest"];
type LookupResult = Schemas["TargetLookupResponse"];

const fields = [
  ["email", "E-mail"],
  ["phone", "Telephone"],
  ["customer_id", "Customer ID"],
  ["person_first_name", "First name"],
  ["person_last_name", "Last name"],
  ["house_number_and_street", "House number and street"],
  ["city", "City"],
  ["state", "State"],
  ["postcode", "Postcode"],
] as const satisfies readonly (readonly [keyof LookupIdentity, string])[];

export const Lookup = ({ target }: { target: Target }) => {
  const [known, setKnown] = useState<LookupIdentity>({});
  const ask = useMutation<LookupResult, Problem, LookupIdentity>({
    mutationFn: (body) =>
      answer(api.POST("/targets/{id}/lookup", { params: { path: { id: target.id } }, body })),
  });
  return (
    <Panel title="Try a lookup">
      <p>
        An e-mail address, a telephone number or a customer ID is enough to find a person. Otherwise enter the
        full name and address. The request is not stored.
      </p>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          ask.mutate(filled(known));
        }}
      >
        <FieldGroup legend="Person">
          {fields.map(([field, label]) => (
            <TextField
              key={field}
              label={label}
              value={known[field] ?? ""}
              autoComplete="off"
              onChange={(value) => setKnown({ ...known, [field]: value })}
            />
          ))}
        </FieldGroup>
        <Button
          type="submit"
          look="primary"
          isBusy={ask.isPending}
          disabled={Object.keys(filled(known)).length === 0}
        >
          Look up
        </Button>
      </form>
      <div role="status">
        <ErrorNotice problem={ask.error} />
        {ask.data && <Answer found={ask.data} target={target} />}
      </div>
    </Panel>
  );
};

const filled = (known: LookupIdentity): LookupIdentity =>
  Object.fromEntries(Object.entries(known).filter(([, value]) => value.trim() !== ""));

const Answer = ({ found, target }: { found: LookupResult; target: Target }) => {
  const headerOf = useHeaders(target);
  const columns = Object.entries(found).flatMap(([name, value]) =>
    isLive(value) ? [] : [[headerOf(name), cellText(name, value)] as const],
  );
  if (typeof found.error === "string")
    return (
      <p>
        <strong>No match.</strong> {found.error}
      </p>
    );
  return (
    <>
      <h3>Response</h3>
      <Facts facts={columns} />
      {isLive(found.live) && <Live live={found.live} />}
    </>
  );
};

type LiveScores = Schemas["LookedUpLive"];

/** A payload may have a column called `live`. */
const isLive = (value: LookupResult[string] | LiveScores | undefined): value is LiveScores =>
  typeof value === "object" && value !== null;

const Live = ({ live: { scored_at, newer_events, scores } }: { live: LiveScores }) => (
  <>
    <h3>As of this moment</h3>
    <p>
      Scored {formatMoment(scored_at)}, with {formatCounted(newer_events, "event")} newer than the last build.
    </p>
    <Facts
      facts={scores.map(({ outcome_name, probability, unavailable_because }) => [
        outcome_name,
        probability === undefined ? (unavailable_because ?? "–") : formatPercent(probability),
      ])}
    />
  </>
);
