// Which datasets the events of a stream come from, and how many from each.

import { useMemo } from "react";
import { useList } from "../../api/resources.js";
import { ShareBars } from "../../charts/share-bars.js";
import { RecordLink } from "../../shell/record-link.js";
import { Empty, Panel } from "../../ui/panel.js";

export const Contributions = ({ contributions }: { contributions: Readonly<Record<string, number>> }) => {
  const { data: datasets } = useList("datasets");
  const parts = useMemo(() => {
    const all = Object.values(contributions).reduce((sum, events) => sum + events, 0);
    const nameOf = (id: string) => datasets?.find((dataset) => dataset.id === id)?.name ?? id;
    return Object.entries(contributions)
      .sort(([, a], [, b]) => b - a)
      .map(([id, count]) => ({ label: nameOf(id), count, share: all === 0 ? 0 : count / all }));
  }, [contributions, datasets]);
  return (
    <Panel title="Where its events come from">
      {parts.length === 0 ? (
        <Empty>No dataset has given it events yet.</Empty>
      ) : (
        <>
          <ShareBars
            title="Events by dataset"
            parts={parts}
            counted="Events"
            labelled="Dataset"
            fileName="events-by-dataset"
          />
          <p className="small">
            {Object.keys(contributions).map((id, index) => (
              <span key={id}>
                {index > 0 && ", "}
                <RecordLink kind="datasets" id={id} />
              </span>
            ))}
          </p>
        </>
      )}
    </Panel>
  );
};
