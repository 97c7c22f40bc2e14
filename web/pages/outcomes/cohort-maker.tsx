// A cohort is made without leaving the question that needs it.

import { useState } from "react";
import { useCreate } from "../../api/resources.js";
import { Dialog } from "../../ui/dialog.js";
import { CohortBuilder } from "../cohorts/builder.js";
import { definitionOf, draftOf } from "../cohorts/draft.js";

interface CohortMakerProps {
  title: string;
  /** Machine name of the stream to begin with; empty: none. */
  stream: string;
  onMade: (id: string) => void;
  onClose: () => void;
}

export const CohortMaker = ({ title, stream, onMade, onClose }: CohortMakerProps) => {
  const [draft, setDraft] = useState(draftOf({ stream_name: stream }));
  const create = useCreate("cohorts");
  return (
    <Dialog title={title} isWide onClose={onClose}>
      <CohortBuilder
        draft={draft}
        onChange={setDraft}
        saving={{ action: "Create cohort and use it", sending: create }}
        onSave={() =>
          create.mutate({ name: draft.name, ...definitionOf(draft) }, { onSuccess: ({ id }) => onMade(id) })
        }
      />
    </Dialog>
  );
};
