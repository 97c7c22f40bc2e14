// A lookup, tried in place: what is known of somebody, and the answer that a program would get.

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { answer, api, type Problem, type Schemas } from "../../api/client.js";
import { Button } from "../../ui/button.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { FieldGroup, TextField } from "../../ui/field.js";
import { Facts, Panel } from "../../ui/panel.js";
import { cellText } from "./cell.js";
import type { Target } from "./draft.js";
import { useHeaders } from "./headers.js";
import styles from "./lookup.module.css";

type Known = Schemas["TargetLookupRequest"];
type Found = Schemas["TargetLookupResponse"];

const fields = [
  ["email", "E-mail"],
  ["phone", "Telephone"],
  ["customer_id", "Your own number"],
  ["person_first_name", "First name"],
  ["person_last_name", "Family name"],
  ["house_number_and_street", "House number and street"],
  ["city", "City"],
  ["state", "State"],
  ["postcode", "Postcode"],
] as const satisfies readonly (readonly [keyof Known, string])[];

export const Lookup = ({ target }: { target: Target }) => {
  const [known, setKnown] = useState<Known>({});
  const ask = useMutation<Found, Problem, Known>({
    mutationFn: (body) =>
      answer(api.POST("/targets/{id}/lookup", { params: { path: { id: target.id } }, body })),
  });
  return (
    <Panel title="Try it">
      <p>
        Who is known by an e-mail address, a telephone number or your own number is found by it; others by
        their whole name and address. What is sent here is not kept.
      </p>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          ask.mutate(filled(known));
        }}
      >
        <FieldGroup legend="What is known of somebody">
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
          Look them up
        </Button>
      </form>
      <div role="status">
        <ErrorNotice problem={ask.error} />
        {ask.data && <Answer found={ask.data} target={target} />}
      </div>
    </Panel>
  );
};

const filled = (known: Known): Known =>
  Object.fromEntries(Object.entries(known).filter(([, value]) => value.trim() !== ""));

const Answer = ({ found, target }: { found: Found; target: Target }) => {
  const headerOf = useHeaders(target);
  if (typeof found.error === "string")
    return (
      <p>
        <strong>Nobody is found.</strong> {found.error}
      </p>
    );
  return (
    <>
      <h3>The answer</h3>
      <Facts
        facts={Object.entries(found).map(([name, value]) => [headerOf(name), cellText(name, value)] as const)}
      />
    </>
  );
};
