// The page of the account's hold-out: who is held out, and the contact ledger.

import { useState } from "react";
import { contactLedgerSentence, lastingShareSentence } from "../../../src/words/lasting-holdout.js";
import { answer, api, Problem, type Schemas } from "../../api/client.js";
import { pageOf, type Records } from "../../api/kinds.js";
import { usePart } from "../../api/resources.js";
import { RecordPage } from "../../shell/record-page.js";
import { ButtonLink } from "../../ui/button.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { SelectField } from "../../ui/field.js";
import { formatCount, formatDay, formatMonth, reader } from "../../ui/format.js";
import { Empty, Facts, Panel, Skeleton } from "../../ui/panel.js";
import { BroughtFigure, broughtText } from "../pipelines/brought-figure.js";

const HoldoutPage = ({ id }: { id: string }) => (
  <RecordPage
    kind="holdouts"
    id={id}
    actions={() => <ButtonLink to={`${pageOf("holdouts", id)}/edit`}>Edit</ButtonLink>}
  >
    {(holdout) => (
      <>
        <Groups holdout={holdout} />
        <Ledger id={holdout.id} />
      </>
    )}
  </RecordPage>
);
export default HoldoutPage;

const Groups = ({ holdout }: { holdout: Records["holdouts"] }) => {
  const { contact_count: contact, held_out_count: held_out, rotates_at: rotatesAt } = holdout;
  return (
    <Panel title="Who is left alone">
      {contact !== undefined && held_out !== undefined && rotatesAt !== undefined && (
        <p>
          <strong>{lastingShareSentence({ contact, held_out, rotatesAt }, reader)}</strong> Files say who they
          are in the column holdout_arm; lists for contacting leave them out.
        </p>
      )}
      <Facts
        facts={[
          ["Share", reader.percent(holdout.share)],
          ["Conversions", holdout.stream_name],
          ["Contacts", holdout.contacts_stream],
          ["Data until", holdout.data_through && formatDay(holdout.data_through)],
        ]}
      />
    </Panel>
  );
};

type ContactLedger = Schemas["ContactLedger"];

const Ledger = ({ id }: { id: string }) => {
  const { data, error } = usePart("holdouts", id, "ledger", () =>
    answer(api.GET("/holdouts/{id}/ledger", { params: { path: { id } } })),
  );
  if (error instanceof Problem && error.status === 409)
    return (
      <Panel title="What all contacting has brought">
        <Empty>Nothing yet. The groups are drawn in the first build.</Empty>
      </Panel>
    );
  if (error) return <ErrorNotice problem={error} />;
  if (!data) return <Skeleton rows={8} />;
  return (
    <Panel title="What all contacting has brought">
      <p>
        <strong>{sentenceOf(data)}</strong> All contacts of all pipelines count.
      </p>
      <Months ledger={data} />
    </Panel>
  );
};

const sentenceOf = ({ since, months, conversions, amount, profit, ...ledger }: ContactLedger): string =>
  contactLedgerSentence(
    {
      since,
      contact: months.at(-1)?.contact.people ?? 0,
      conversions,
      amount,
      profit,
      conversionsPerThousand: ledger.per_thousand.conversions,
      contactedHeldOut: ledger.contacted_held_out_count,
      merged: ledger.merged_count,
    },
    reader,
  );

const measures = { conversions: "conversions", amount: "amount", profit: "profit" } as const;
type Measure = keyof typeof measures;
type Reading = "so_far" | "month" | "per_thousand";

const readings: { value: Reading; label: string }[] = [
  { value: "so_far", label: "Since the beginning" },
  { value: "month", label: "In each month" },
  { value: "per_thousand", label: "In each month, for 1,000 customers" },
];

const monthOf = ({ from }: ContactLedger["months"][number]) => formatMonth(from.slice(0, 7));

const Months = ({ ledger: { months } }: { ledger: ContactLedger }) => {
  const known = (Object.keys(measures) as Measure[]).filter((measure) =>
    months.some((month) => month.so_far[measure]),
  );
  const [chosen, setChosen] = useState<Measure>();
  const [reading, setReading] = useState<Reading>("so_far");
  const measure = chosen ?? known.at(-1);
  if (measure === undefined) return null;
  const rows = months.flatMap((month) => {
    const brought = (reading === "month" ? month : month[reading])[measure];
    return brought ? [{ ...month, brought }] : [];
  });
  const last = rows.at(-1);
  const show = (value: number) =>
    reading === "per_thousand" ? reader.number(value, 2) : formatCount(Math.round(value));
  return (
    <>
      <SelectField
        label="Measure"
        value={measure}
        onChange={setChosen}
        choices={known.map((value) => ({ value, label: `Additional ${measures[value]}` }))}
      />
      <SelectField label="Shown" value={reading} onChange={setReading} choices={readings} />
      {last && (
        <BroughtFigure
          what={measures[measure]}
          about="What the customers whom lists may contact have brought more than they would have if left alone. An effect is proven where the interval is above 0 or below it. Late orders change earlier months."
          summary={`${broughtText(last, show)} ${reading === "so_far" ? "through" : "in"} ${monthOf(last)}.`}
          months={rows}
          nameOf={monthOf}
          show={show}
          fileName="contact-ledger"
        />
      )}
    </>
  );
};
