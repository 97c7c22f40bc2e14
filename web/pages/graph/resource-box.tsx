// A resource in the picture: its name, what it is and how far, leading to its page.

import { Link } from "wouter";
import { type Kind, pageOf, type Records, words } from "../../api/kinds.js";
import { classNames } from "../../ui/class-names.js";
import { statusInWords, useBuilding } from "../../ui/status.js";
import styles from "./graph.module.css";
import type { Point } from "./layout.js";

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
  const said = `${words[kind].one} · ${statusInWords(building)}`;
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
