// Everything there is and how it hangs together, as a picture and as a table.

import { useState } from "react";
import { useEverything } from "../../api/everything.js";
import type { Kind, Records } from "../../api/kinds.js";
import { Page } from "../../shell/page.js";
import { useGraph } from "../../shell/relations.js";
import { Button, ButtonLink } from "../../ui/button.js";
import { Empty, Panel, Waiting } from "../../ui/panel.js";
import { Trouble } from "../../ui/trouble.js";
import type { Edge } from "./layout.js";
import { GraphPicture } from "./picture.js";
import { GraphTable } from "./table.js";

const Graph = () => {
  const { records, error } = useEverything();
  const { data, error: graphError } = useGraph();
  const [isTable, setTable] = useState(false);
  return (
    <Page
      title="Graph"
      about="Data flow from left to right: from files and databases, over what people did and the groups they are in, to what is foretold and where it goes."
      actions={
        <Button aria-pressed={isTable} onClick={() => setTable(!isTable)}>
          {isTable ? "As a picture" : "As a table"}
        </Button>
      }
    >
      <Trouble problem={error ?? graphError} />
      {!(records && data) && !(error ?? graphError) && <Waiting rows={14} />}
      {records && data && (
        <Shown
          records={records}
          edges={data.map(({ upstream_id: from, downstream_id: to }) => ({ from, to }))}
          isTable={isTable}
        />
      )}
    </Page>
  );
};
export default Graph;

interface ShownProps {
  records: readonly Records[Kind][];
  edges: readonly Edge[];
  isTable: boolean;
}

const Shown = ({ records, edges, isTable }: ShownProps) => {
  const used = records.filter(({ archived_at }) => !archived_at);
  if (used.length === 0)
    return (
      <Empty
        action={
          <ButtonLink to="/start" look="primary">
            Start from a file
          </ButtonLink>
        }
      >
        There is nothing yet. A file of what your customers did is where it begins.
      </Empty>
    );
  return (
    <Panel title={isTable ? "What uses what" : "From data to answers"}>
      {isTable ? <GraphTable records={used} edges={edges} /> : <GraphPicture records={used} edges={edges} />}
    </Panel>
  );
};
