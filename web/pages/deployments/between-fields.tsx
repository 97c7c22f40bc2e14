// From a figure up to another; either may be left out.

import { NumberField } from "../../ui/field.js";
import { withBound } from "./filter.js";

interface BetweenProps<B> {
  unit: string;
  /** What a bound is multiplied by to be shown. */
  scale?: number;
  bounds: B;
  onChange: (bounds: B) => void;
}

export const BetweenFields = <B extends { _gte?: number; _lte?: number }>({
  unit,
  scale = 1,
  bounds,
  onChange,
}: BetweenProps<B>) => {
  const field = (label: string, bound: "_gte" | "_lte") => (
    <NumberField
      label={`${label} ${unit}`}
      isContinuous={scale !== 1}
      min={0}
      value={bounds[bound] === undefined ? undefined : Math.round(bounds[bound] * scale * 1e6) / 1e6}
      onChange={(value) =>
        onChange(withBound(bounds, bound, value === undefined ? undefined : value / scale))
      }
    />
  );
  return (
    <>
      {field("From", "_gte")}
      {field("Up to", "_lte")}
    </>
  );
};
