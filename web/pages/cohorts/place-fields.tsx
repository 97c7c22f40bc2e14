// Fields of a condition on the distance to a place.

import type { Schemas } from "../../api/client.js";
import { Button } from "../../ui/button.js";
import { NumberField, SelectField } from "../../ui/field.js";
import styles from "./condition-fields.module.css";
import type { PlaceCondition } from "./draft.js";
import { EditedList } from "./edited-list.js";

interface PlaceListProps {
  places: readonly Schemas["Place"][];
  conditions: readonly PlaceCondition[];
  onChange: (conditions: readonly PlaceCondition[]) => void;
}

export const PlaceList = ({ places, conditions, onChange }: PlaceListProps) => {
  const [first] = places;
  return (
    <EditedList
      what="condition on a place"
      conditions={conditions}
      fresh={first && (() => ({ place_id: first.id, distance: 5000 }))}
      onChange={onChange}
    >
      {(condition, change, remove) => (
        <PlaceFields places={places} condition={condition} onChange={change} onRemove={remove} />
      )}
    </EditedList>
  );
};

const PlaceFields = ({
  places,
  condition,
  onChange,
  onRemove,
}: {
  places: readonly Schemas["Place"][];
  condition: PlaceCondition;
  onChange: (condition: PlaceCondition) => void;
  onRemove: () => void;
}) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid in every browser
  <div role="group" aria-label="Condition on a place" className={styles.condition}>
    <SelectField
      label="Place"
      value={condition.place_id}
      choices={places.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(place_id) => onChange({ ...condition, place_id })}
    />
    <div className={styles.test}>
      <SelectField
        label="Distance"
        value={condition.invert ? "far" : "near"}
        choices={[
          { value: "near", label: "at most" },
          { value: "far", label: "more than" },
        ]}
        onChange={(side) => onChange({ ...condition, invert: side === "far" })}
      />
      <NumberField
        label="Kilometres"
        isContinuous
        min={0}
        value={condition.distance === undefined ? 0 : condition.distance / 1000}
        onChange={(kilometres) =>
          onChange({ ...condition, distance: Math.round((kilometres ?? 0) * 1_000_000) / 1000 })
        }
      />
    </div>
    <Button look="quiet" onClick={onRemove}>
      Remove
    </Button>
  </div>
);
