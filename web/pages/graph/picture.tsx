// The graph as a picture: a box for each resource and a line for each dependency. Pointing at a box, or
// focusing it, highlights everything upstream and downstream of it.

import { useMemo, useState } from "react";
import { Link } from "wouter";
import { resourceLabels } from "../../../src/words/labels.js";
import { type Kind, pageOf, purposes, type Records } from "../../api/kinds.js";
import { classNames } from "../../ui/class-names.js";
import { formatCounted } from "../../ui/format.js";
import { statusText, useBuilding } from "../../ui/status.js";
import styles from "./graph.module.css";
import { downstreamOf, type Edge, layOut, type Point, upstreamOf } from "./layout.js";
import { usePanning } from "./use-panning.js";

type AnyRecord = Records[Kind];

const size = { width: 200, height: 58, gapX: 44, gapY: 16 };
const margin = 12;
const minScale = 0.6;

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
  const highlighted = useMemo(() => highlightedWith(pointedAt, edges), [pointedAt, edges]);
  const width = layout.width + 2 * margin;
  const isDim = (id: string) => highlighted !== undefined && !highlighted.has(id);
  return (
    <>
      <p className="small soft" role="status">
        {pointedAt === undefined
          ? "Point at a resource, or focus it by keyboard, to see what it depends on and what depends on it."
          : summaryOf(pointedAt, records, edges)}
      </p>
      <section
        ref={box}
        className={styles.box}
        aria-label={`Graph of ${formatCounted(records.length, "resource")}, in the direction of the data`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
        tabIndex={0}
      >
        {/* biome-ignore lint/a11y/noSvgWithoutTitle: the section has a name, and a title would show as a tooltip everywhere */}
        <svg
          // As wide as the page, but neither larger than drawn nor too small to read.
          style={{ minWidth: minScale * width, maxWidth: width }}
          viewBox={`${-margin} ${-margin} ${width} ${layout.height + 2 * margin}`}
          className={styles.svg}
        >
          <g>
            {layout.lines.map(({ edge, points }) => (
              <path
                key={`${edge.from}>${edge.to}`}
                d={curve(points)}
                className={classNames(styles.line, lookOf(edge, highlighted))}
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

/** Style of a line where some resources are highlighted. */
const lookOf = ({ from, to }: Edge, highlighted: ReadonlySet<string> | undefined): string | undefined =>
  highlighted && (highlighted.has(from) && highlighted.has(to) ? styles.highlighted : styles.dim);

const kinds = Object.keys(purposes);

/** Ids by type and name: the vertical order where the layout leaves it open. */
const inOrder = (records: readonly AnyRecord[]): string[] =>
  [...records]
    .sort(
      (a, b) =>
        kinds.indexOf(a.resource_type) - kinds.indexOf(b.resource_type) ||
        a.name.localeCompare(b.name) ||
        a.id.localeCompare(b.id),
    )
    .map(({ id }) => id);

/** Column by column, from the top: the order of keyboard focus. */
const inReadingOrder = (records: readonly AnyRecord[], places: ReadonlyMap<string, Point>): AnyRecord[] =>
  [...records].sort((a, b) => {
    const [first, second] = [places.get(a.id)!, places.get(b.id)!];
    return first.x - second.x || first.y - second.y;
  });

const highlightedWith = (id: string | undefined, edges: readonly Edge[]): ReadonlySet<string> | undefined =>
  id === undefined ? undefined : new Set([id, ...upstreamOf(id, edges), ...downstreamOf(id, edges)]);

const summaryOf = (id: string, records: readonly AnyRecord[], edges: readonly Edge[]): string => {
  const name = records.find((record) => record.id === id)?.name ?? "It";
  const [above, below] = [upstreamOf(id, edges).size, downstreamOf(id, edges).size];
  return `${name} depends on ${formatCounted(above, "resource")}. ${formatCounted(below, "resource")} ${below === 1 ? "depends" : "depend"} on it.`;
};

/** A curve that is horizontal at both ends. */
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

interface ResourceBoxProps {
  record: Records[Kind];
  at: Point;
  size: { width: number; height: number };
  isDim: boolean;
  onPoint: (id: string | undefined) => void;
}

const maxLetters = 23;

/** The name, type and status of a resource, as a link to its page. */
const ResourceBox = ({ record, at, size, isDim, onPoint }: ResourceBoxProps) => {
  const building = useBuilding(record);
  const kind = record.resource_type as Kind;
  const subtitle = `${resourceLabels[kind].one} · ${statusText(building)}`;
  const { name } = record;
  const isCut = name.length > maxLetters;
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
          {isCut ? `${name.slice(0, maxLetters - 1)}…` : name}
        </text>{" "}
        <circle cx={18} cy={41} r={4} />
        <text x={28} y={45} className={styles.kind}>
          {subtitle}
        </text>
      </Link>
    </g>
  );
};
