// A small bar chart without axes, for a page whose figures matter more. Its label says what it shows; the
// tooltip of a bar has its value.

import styles from "./spark-bars.module.css";

export interface Spark {
  /** `2026-01` */
  name: string;
  value: number;
  /** Name and value as a reader sees them. */
  text: string;
}

const width = 8;
const gap = 2;
const height = 56;

export const SparkBars = ({ label, bars }: { label: string; bars: readonly Spark[] }) => {
  const highest = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <figure className={styles.figure}>
      <svg
        role="img"
        aria-label={`${label}. ${bars.map(({ text }) => text).join(", ")}`}
        viewBox={`0 0 ${bars.length * (width + gap)} ${height}`}
        preserveAspectRatio="none"
      >
        {bars.map(({ name, value, text }, index) => {
          const tall = (value / highest) * height;
          return (
            <rect key={name} x={index * (width + gap)} y={height - tall} width={width} height={tall}>
              <title>{text}</title>
            </rect>
          );
        })}
      </svg>
      <figcaption className="small soft">{label}</figcaption>
    </figure>
  );
};
