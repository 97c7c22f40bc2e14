// What the columns of a dataset mean, as it was said.

import { Link } from "wouter";
import type { Schemas } from "../../api/client.js";
import { pageOf } from "../../api/kinds.js";
import { Facts, Panel } from "../../ui/panel.js";
import styles from "./dataset.module.css";
import { draftOf } from "./mapping/draft.js";
import { labelOf } from "./mapping/fields.js";

export const MappingWords = ({ dataset }: { dataset: Schemas["Dataset"] }) => {
  const { sets, streams, traits, keyColumns, referenceColumns } = draftOf(dataset);
  return (
    <Panel title="What its columns mean">
      {sets.map(({ key, name, set }) => (
        <section key={key} className={styles.part}>
          <h3>Who: {name}</h3>
          <Facts
            facts={Object.entries(set).map(
              ([field, named]) => [labelOf(field), [named].flat().join(", ")] as const,
            )}
          />
        </section>
      ))}
      {streams.map(({ key, name, datetime, value, properties }) => (
        <section key={key} className={styles.part}>
          <h3>
            Events:{" "}
            <Link to={pageOf("streams", dataset.output_to_streams[name]?.stream_id ?? name)}>{name}</Link>
          </h3>
          <Facts
            facts={[
              ["When", datetime.column || "without a date"],
              ["Worth", value.column],
              ...properties.map((property) => [property.name, property.column] as const),
            ]}
          />
        </section>
      ))}
      {traits.length > 0 && (
        <section className={styles.part}>
          <h3>Traits</h3>
          <Facts facts={traits.map(({ name, column_name }) => [name, column_name] as const)} />
        </section>
      )}
      <Facts
        facts={[
          ["What makes a row unique", keyColumns.join(", ")],
          ["Keys of people, for deployments", referenceColumns.join(", ")],
        ]}
      />
    </Panel>
  );
};
