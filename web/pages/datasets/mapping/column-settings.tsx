// Settings of one column: the settings of each of its roles, and a further role.

import { nounOf } from "../../../../src/words/ledger.js";
import { capitalized } from "../../../../src/words/plural.js";
import { Button } from "../../../ui/button.js";
import { CheckField, SelectField } from "../../../ui/field.js";
import type { ColumnInfo, PartProps } from "./columns.js";
import { changedStream, type Draft, renamed, type StreamMapping, unusedName } from "./draft.js";
import { AmountEditor, DateEditor, NameField, PropertyEditor } from "./field-settings.js";
import { fieldSections, type IdentityField } from "./fields.js";
import styles from "./mapping.module.css";
import {
  columnsOfField,
  type Role,
  roleChoices,
  roleKey,
  roleLabel,
  withoutRole,
  withRole,
} from "./roles.js";

interface ColumnSettingsProps extends PartProps {
  column: ColumnInfo;
  roles: readonly Role[];
}

export const ColumnSettings = ({ column, roles, ...part }: ColumnSettingsProps) => {
  const { draft, onChange } = part;
  const { name, type, values } = column;
  return (
    <>
      {roles.map((role) => (
        <section key={roleKey(role)} className={styles.role} aria-label={roleLabel(role, draft)}>
          {roles.length > 1 && (
            <p className={styles.roleHead}>
              <strong>{roleLabel(role, draft)}</strong>{" "}
              <Button look="quiet" onClick={() => onChange(withoutRole(draft, name, role))}>
                Remove
              </Button>
            </p>
          )}
          <RoleDetails {...part} column={column} role={role} />
        </section>
      ))}
      <div className={styles.fields}>
        <SelectField
          label={`${name} is also`}
          value=""
          choices={[{ value: "", label: "Nothing else" }, ...roleChoices(draft, undefined).slice(1)]}
          onChange={(chosen) =>
            chosen &&
            onChange(withRole(draft, name, JSON.parse(chosen) as Role, { isText: type === "string", values }))
          }
        />
      </div>
    </>
  );
};

interface RoleDetailsProps extends PartProps {
  column: ColumnInfo;
  role: Role;
}

const RoleDetails = ({ role, ...props }: RoleDetailsProps) => {
  const { draft, column } = props;
  switch (role.of) {
    case "person":
      return <p className="soft small">{hintOf(role.field, draft.identity_sets[role.set] ?? {})}</p>;
    case "event":
      return <EventField {...props} role={role} />;
    case "trait":
      return <TraitNames {...props} />;
    case "answer":
      return <Answer {...props} />;
    case "row_key":
      return (
        <p className="soft small">Of several rows with the same key, the one in the newest file counts.</p>
      );
    default:
      return (
        <p className="soft small">
          Change it below, under “How {nounOf(role.stream)}s are counted”. {column.name} is no input of
          predictions.
        </p>
      );
  }
};

const hintOf = (field: IdentityField, set: Draft["identity_sets"][string]): string => {
  const lines = set.house_number_and_street ?? [];
  if (field === "house_number_and_street" && lines.length > 1) return `The street is ${lines.join(" and ")}.`;
  const hints = fieldSections.flatMap(({ fields }) => fields);
  return hints.find((each) => each.field === field)?.hint ?? "It is used to find rows of the same customer.";
};

const EventField = ({
  draft,
  onChange,
  columns,
  column,
  role,
}: Omit<RoleDetailsProps, "role"> & { role: Extract<Role, { of: "event" }> }) => {
  const { stream: name, field } = role;
  const stream = draft.output_to_streams[name];
  if (!stream) return null;
  const put = (changed: StreamMapping) => onChange(changedStream(draft, name, () => changed));
  const noun = nounOf(name);
  const shared = { columns, noun, isKeyed: stream.event_key !== undefined };
  const fields = Object.entries(stream.data_map).filter(([, mapping]) =>
    columnsOfField(mapping).includes(column.name),
  );
  if (field === "key")
    return (
      <p className="soft small">
        All rows with the same {(stream.event_key ?? []).join(" and ")} are one {noun}.
      </p>
    );
  return fields
    .filter(([key]) =>
      field === "property"
        ? key !== "datetime" && key !== "value"
        : key === (field === "value" ? "value" : "datetime"),
    )
    .map(([key, mapping]) => {
      const change = (changed: typeof mapping) =>
        put({ ...stream, data_map: { ...stream.data_map, [key]: changed } });
      if (key === "datetime")
        return <DateEditor key={key} field={mapping} columns={columns} onChange={change} />;
      if (key === "value") return <AmountEditor key={key} {...shared} field={mapping} onChange={change} />;
      return (
        <PropertyEditor
          key={key}
          {...shared}
          field={mapping}
          name={key}
          onChange={change}
          onRename={(typed) => {
            const to = unusedName(typed, Object.keys(stream.data_map));
            put({ ...stream, data_map: renamed(stream.data_map, key, to) });
          }}
        />
      );
    });
};

const TraitNames = ({ draft, onChange, column }: Omit<RoleDetailsProps, "role">) => {
  const { output_to_traits: traits } = draft;
  return (
    <div className={styles.fields}>
      {Object.entries(traits)
        .filter(([, trait]) => trait.column_name === column.name)
        .map(([name]) => (
          <NameField
            key={name}
            label="Attribute name"
            hint="A fact about the customer without a date. The newest value counts."
            name={name}
            onRename={(typed) =>
              onChange({
                ...draft,
                output_to_traits: renamed(traits, name, unusedName(typed, Object.keys(traits))),
              })
            }
          />
        ))}
    </div>
  );
};

/** The values of the answer that predictions look for. */
const Answer = ({ draft, onChange, column }: Omit<RoleDetailsProps, "role">) => {
  const is = draft.options?.snapshot?.answer.is ?? [];
  const offered = [...new Set([...column.values, ...is])];
  const put = (changed: string[]) =>
    onChange({
      ...draft,
      options: {
        ...draft.options,
        snapshot: { ...draft.options?.snapshot, answer: { column_name: column.name, is: changed } },
      },
    });
  return (
    <fieldset className={styles.checks}>
      <legend>{capitalized(column.name)} is yes</legend>
      <p className="soft small">Bellwether learns who is like the customers with these values.</p>
      <div>
        {offered.map((value) => (
          <CheckField
            key={value}
            label={value}
            checked={is.includes(value)}
            disabled={is.length === 1 && is[0] === value}
            onChange={(isIn) => put(isIn ? [...is, value] : is.filter((one) => one !== value))}
          />
        ))}
      </div>
    </fieldset>
  );
};
