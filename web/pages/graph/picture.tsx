// The graph as a picture: a box to each resource, a line to each use. Whatever is pointed at or focused stands out with all
// that it is made of and all that is made of it.

import { useMemo, useState } from "react";
import { Link } from "wouter";
import { resourceLabels } from "../../../src/words/labels.js";
import { type Kind, pageOf, purposes, type Records } from "../../api/kinds.js";
import { classNames } from "../../ui/class-names.js";
import { formatCounted } from "../../ui/format.js";
import { statusInWords, useBuilding } from "../../ui/status.js";
import styles from "./graph.module.css";
import { layOut, type Point } from "./layout.js";
import { downstreamOf, type Edge, upstreamOf } from "./reach.js";
import { usePanning } from "./use-panning.js";

type AnyRecord = Records[Kind];

const size = { width: 216, height: 58, gapX: 64, gapY: 16 };
const margin = 12;

export const GraphPicture = ({
  records,
  edges,
}: {
  records: readonly AnyRecord[];
  edges: readonly Edge[];
}) => {
  const [pointedAt, setPointedAt] = useState<string>();
  const box = usePanning();
  const layout = useMemo(() => layOut(inOrder(records), edges, size), [records, edges]);
  const lit = useMemo(() => litWith(pointedAt, edges), [pointedAt, edges]);
  const isDim = (id: string) => lit !== undefined && !lit.has(id);
  return (
    <>
      <p className="small soft" role="status">
        {pointedAt === undefined
          ? "Point at a resource, or go to it by keyboard, to see what it is made of and what is made of it."
          : saidOf(pointedAt, records, edges)}
      </p>
      <section
        ref={box}
        className={styles.box}
        aria-label={`Graph of ${formatCounted(records.length, "resource")}, in the direction in which data flow`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
        tabIndex={0}
      >
        {/* biome-ignore lint/a11y/noSvgWithoutTitle: the section around it is named, and a title would be shown at every point of it */}
        <svg
          width={layout.width + 2 * margin}
          height={layout.height + 2 * margin}
          viewBox={`${-margin} ${-margin} ${layout.width + 2 * margin} ${layout.height + 2 * margin}`}
          className={styles.svg}
        >
          <g>
            {layout.lines.map(({ edge, points }) => (
              <path
                key={`${edge.from}>${edge.to}`}
                d={curve(points)}
                className={classNames(
                  styles.line,
                  lit && (isDim(edge.from) || isDim(edge.to) ? styles.dim : styles.lit),
                )}
              />
            ))}
          </g>
          {inReadingOrder(records, layout.places).map((record) => (
            <ResourceBox
              key={record.id}
              record={record}
              at={layout.places.get(record.id)!}
              size={size}
              isDim={isDim(record.id)}
              onPoint={setPointedAt}
            />
          ))}
        </svg>
      </section>
    </>
  );
};

const kinds = Object.keys(purposes);

/** By kind as data flow, then by name: what stands on top where nothing else decides. */
const inOrder = (records: readonly AnyRecord[]): string[] =>
  [...records]
    .sort(
      (a, b) =>
        kinds.indexOf(a.resource_type) - kinds.indexOf(b.resource_type) ||
        a.name.localeCompare(b.name) ||
        a.id.localeCompare(b.id),
    )
    .map(({ id }) => id);

/** Column by column, from the top: the order in which the keyboard goes. */
const inReadingOrder = (records: readonly AnyRecord[], places: ReadonlyMap<string, Point>): AnyRecord[] =>
  [...records].sort((a, b) => {
    const [first, second] = [places.get(a.id)!, places.get(b.id)!];
    return first.x - second.x || first.y - second.y;
  });

const litWith = (id: string | undefined, edges: readonly Edge[]): ReadonlySet<string> | undefined =>
  id === undefined ? undefined : new Set([id, ...upstreamOf(id, edges), ...downstreamOf(id, edges)]);

const saidOf = (id: string, records: readonly AnyRecord[], edges: readonly Edge[]): string => {
  const name = records.find((record) => record.id === id)?.name ?? "It";
  const [above, below] = [upstreamOf(id, edges).size, downstreamOf(id, edges).size];
  return `${name} is made of ${formatCounted(above, "resource")}, and ${formatCounted(below, "resource")} ${below === 1 ? "is" : "are"} made of it.`;
};

/** Level where it leaves and where it arrives. */
const curve = ([first, ...rest]: readonly Point[]): string => {
  let path = `M${first!.x},${first!.y}`;
  let from = first!;
  for (const to of rest) {
    const middle = (from.x + to.x) / 2;
    path += `C${middle},${from.y} ${middle},${to.y} ${to.x},${to.y}`;
    from = to;
  }
  return path;
};

// A resource in the picture: its name, what it is and how far, leading to its page.

interface ResourceBoxProps {
  record: Records[Kind];
  at: Point;
  size: { width: number; height: number };
  isDim: boolean;
  onPoint: (id: string | undefined) => void;
}

const mostLetters = 25;

export const ResourceBox = ({ record, at, size, isDim, onPoint }: ResourceBoxProps) => {
  const building = useBuilding(record);
  const kind = record.resource_type as Kind;
  const said = `${resourceLabels[kind].one} · ${statusInWords(building)}`;
  const { name } = record;
  const isCut = name.length > mostLetters;
  return (
    <g transform={`translate(${at.x},${at.y})`}>
      <Link
        to={pageOf(kind, record.id)}
        className={classNames(styles.resource, styles[building.status], isDim && styles.dim)}
        onMouseEnter={() => onPoint(record.id)}
        onMouseLeave={() => onPoint(undefined)}
        onFocus={() => onPoint(record.id)}
        onBlur={() => onPoint(undefined)}
      >
        {isCut && <title>{name}</title>}
        <rect width={size.width} height={size.height} rx={8} />
        <text x={14} y={24} className={styles.name}>
          {isCut ? `${name.slice(0, mostLetters - 1)}…` : name}
        </text>{" "}
        <circle cx={18} cy={41} r={4} />
        <text x={28} y={45} className={styles.kind}>
          {said}
        </text>
      </Link>
    </g>
  );
};
