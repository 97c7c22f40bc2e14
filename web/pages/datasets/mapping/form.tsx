// What the columns of a dataset mean: who a row is about, what happened when, and what is so of people.

import type { Schemas } from "../../../api/client.js";
import { columnInfos } from "./columns.js";
import type { Draft } from "./draft.js";
import { Events } from "./events.js";
import { More } from "./more.js";
import type { PartProps } from "./part.js";
import { questionsOf } from "./proposal.js";
import { Traits } from "./traits.js";
import { Who } from "./who.js";

interface MappingFormProps {
  dataset: Schemas["Dataset"];
  draft: Draft;
  onChange: (draft: Draft) => void;
}

export const MappingForm = ({ dataset, draft, onChange }: MappingFormProps) => {
  const part: PartProps = {
    draft,
    onChange,
    columns: columnInfos(dataset),
    rows: dataset.sample?.slice(0, 3) ?? [],
  };
  return (
    <>
      <Who {...part} />
      <Events {...part} questions={questionsOf(dataset)} />
      <Traits {...part} />
      <More {...part} />
    </>
  );
};
