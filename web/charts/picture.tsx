// Pictures drawn by Observable Plot, which is loaded with the first one. The content security policy forbids
// the style sheet that Plot puts into each picture, so it is removed; picture.css has its rules.

import type { PlotOptions } from "@observablehq/plot";
import { useEffect, useRef, useState } from "react";
import { ErrorNotice } from "../ui/error-notice.js";
import styles from "./figure.module.css";
import "./picture.css";
import { inTurn } from "./turns.js";

type Plot = typeof import("./marks.js");

/** Plot's options for a width in pixels. Memoize it: another function draws the picture again. */
export type Sketch = (plot: Plot, width: number) => PlotOptions;

export const Picture = ({ label, height, sketch }: { label: string; height: number; sketch: Sketch }) => {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const [failure, setFailure] = useState<Error>();
  useEffect(() => {
    if (width === 0) return;
    let isWanted = true;
    let forget: (() => void) | undefined;
    import("./marks.js")
      .then((plot) => {
        if (!isWanted) return;
        forget = inTurn(() => {
          try {
            box.current?.replaceChildren(draw(plot, sketch, { width, height, label }));
          } catch (error) {
            setFailure(error as Error);
          }
        });
      })
      .catch(setFailure);
    return () => {
      isWanted = false;
      forget?.();
    };
  }, [sketch, width, height, label]);
  if (failure) return <ErrorNotice problem={failure} />;
  return <div ref={box} className={styles.picture} style={{ minHeight: height }} />;
};

const draw = (
  plot: Plot,
  sketch: Sketch,
  { width, height, label }: { width: number; height: number; label: string },
) => {
  const options = sketch(plot, width);
  const drawn = plot.plot({ width, height, className: "picture", ...options });
  for (const sheet of drawn.querySelectorAll("style")) sheet.remove();
  // A group without a role may not have a name; the whole picture has one.
  for (const mark of drawn.querySelectorAll("[aria-label]")) mark.removeAttribute("aria-label");
  drawn.setAttribute("role", "img");
  drawn.setAttribute("aria-label", label);
  return drawn;
};

/** In pixels; 0 until it is measured. */
const useWidth = (box: React.RefObject<HTMLElement | null>): number => {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return width;
};

/** Style of the box beside the pointer. */
export const tipLook = { fill: "var(--raised)", stroke: "var(--line-strong)", textPadding: 8 } as const;
