// Why records are taken for one person, the least sure first: what is equal, or how alike they are, field by field.

import { useState } from "react";
import { Button } from "../../ui/button.js";
import { formatCount, formatCounted } from "../../ui/format.js";
import { Panel } from "../../ui/panel.js";
import { LinkWeights } from "./link-weights.js";
import styles from "./links.module.css";
import type { Person } from "./read.js";
import { certaintyOf, type Link } from "./words.js";

const firstShown = 8;

export const Links = ({ person }: { person: Person }) => {
  const { links, link_count: count, record_count: records } = person;
  const [shown, setShown] = useState(firstShown);
  if (records === 1) return null;
  return (
    <Panel title="Why they are one person">
      <p>
        {formatCounted(count, "link holds", "links hold")} the records together.{" "}
        {links.length < count
          ? `The ${formatCount(links.length)} least sure are shown; look at the first.`
          : "The least sure is first: if that one is wrong, part the records above."}
      </p>
      <ol className={styles.links}>
        {links.slice(0, shown).map((link, index) => (
          <li key={`${link.kind} ${link.record_ids.join(" ")}`}>
            <details open={index === 0}>
              <summary>
                {recordsOf(link, person)}: {certaintyOf(link)}
              </summary>
              <div className={styles.link}>
                <p>{link.explanation}</p>
                <LinkWeights link={link} />
              </div>
            </details>
          </li>
        ))}
      </ol>
      {links.length > shown && (
        <p>
          <Button onClick={() => setShown(links.length)}>
            Show the {formatCount(links.length - shown)} surer ones
          </Button>
        </p>
      )}
    </Panel>
  );
};

const recordsOf = ({ record_ids }: Link, { records }: Person): string => {
  const places = record_ids.map((id) => records.findIndex((record) => record.id === id) + 1);
  return places.every((place) => place > 0) ? `Records ${places.join(" and ")}` : "Two records";
};
