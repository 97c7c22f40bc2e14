// Which rows are events: all, or those with a date, as where one row tells when somebody joined and, if so, when they left.

import { SelectField } from "../../../ui/field.js";
import type { StreamDraft } from "./draft.js";

type Which = "all" | "dated" | "kept";

export const RowsThatCount = ({
  stream,
  onChange,
}: {
  stream: StreamDraft;
  onChange: (stream: StreamDraft) => void;
}) => {
  const { column } = stream.datetime;
  if (!column) return null;
  const chosen = whichOf(stream);
  return (
    <SelectField
      label="Rows that are events"
      value={chosen}
      choices={[
        { value: "all", label: "All rows; those without a date are rejected, and shown" },
        { value: "dated", label: `Only rows that have a ${column}` },
        ...(chosen === "kept"
          ? [{ value: "kept" as const, label: "By conditions set through the API" }]
          : []),
      ]}
      onChange={(which) => onChange({ ...stream, conditions: conditionsOf(which, stream) })}
    />
  );
};

const whichOf = ({ conditions = [], datetime }: StreamDraft): Which => {
  if (conditions.length === 0) return "all";
  const [only] = conditions;
  const isDated = conditions.length === 1 && only?.column_name === datetime.column && only._nnull === true;
  return isDated ? "dated" : "kept";
};

const conditionsOf = (which: Which, { conditions, datetime }: StreamDraft): StreamDraft["conditions"] => {
  if (which === "all") return undefined;
  if (which === "kept") return conditions;
  return [{ column_name: datetime.column, _nnull: true }];
};
