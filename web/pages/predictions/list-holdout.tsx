// The tick in the dialog of a list that keeps back a share of its people, to prove what contacting the others brings.

import { useState } from "react";
import { detectableSentence } from "../../../src/words/holdout.js";
import type { Schemas } from "../../api/client.js";
import type { Records } from "../../api/kinds.js";
import { useChange } from "../../api/resources.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { CheckField } from "../../ui/field.js";
import { formatPercent, reader } from "../../ui/format.js";
import { usualShare } from "../pipelines/holdout.js";
import { useHoldout } from "../pipelines/use-holdout.js";

type Scope = Records["scopes"];

/** Whether people are kept back, as the reader wants it. `top`: of so many of the likeliest; absent: of all. */
export const useKeptBack = (scope: Scope, top?: number) => {
  const [wanted, setWanted] = useState<boolean>();
  const { data } = useHoldout(scope.id, top);
  const change = useChange("scopes", scope.id);
  const isOn = wanted ?? scope.holdout !== undefined;
  return {
    isOn,
    /** They are drawn by the next build: until then a list would still have them. */
    isDrawing: isOn && data !== undefined && data.held_out_count === undefined,
    data,
    error: change.error,
    isFixed: change.isPending || (scope.holdout?.campaigns ?? []).length > 0,
    share: scope.holdout?.share ?? usualShare,
    set: (isKept: boolean) => {
      setWanted(isKept);
      const holdout = isKept ? { share: usualShare } : null;
      change.mutate({ holdout }, { onError: () => setWanted(undefined) });
    },
  };
};

export const KeepBack = ({
  isOn,
  isDrawing,
  isFixed,
  share,
  data,
  error,
  set,
}: ReturnType<typeof useKeptBack>) => (
  <>
    <CheckField
      label={`Keep back ${formatPercent(share)}, drawn at random, to prove what it brings`}
      hint={
        isDrawing
          ? "Everyone is scored once more, and then they are drawn."
          : isOn && data?.held_out_count !== undefined
            ? smallestOf(data)
            : "They are on no list, and are compared with the others once the days are over."
      }
      checked={isOn}
      disabled={isFixed}
      onChange={set}
    />
    <ErrorNotice problem={error} />
  </>
);

const smallestOf = ({ detectable }: Schemas["ScopeHoldout"]): string =>
  detectableSentence(
    detectable
      ? { ...detectable, contact: detectable.contact_count, held_out: detectable.held_out_count }
      : null,
    reader,
  );
