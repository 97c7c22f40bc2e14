// Pictures drawn by Observable Plot, which is loaded with the first one. The content security policy forbids
// the style sheet that Plot puts into each picture, so it is removed; picture.css has its rules.

import type { PlotOptions } from "@observablehq/plot";
import { useEffect, useRef, useState } from "react";
import { ErrorNotice } from "../ui/error-notice.js";
import styles from "./figure.module.css";
import "./picture.css";
import { brush } from "./brush.js";
import type { Dates } from "./dates.js";
import { inTurn } from "./turns.js";

type Plot = typeof import("./marks.js");

/** Plot's options for a width in pixels. Memoize it: another function draws the picture again. */
export type Sketch = (plot: Plot, width: number) => PlotOptions;

interface PictureProps {
  label: string;
  height: number;
  sketch: Sketch;
  /** Dates that the pointer was dragged over. */
  onBrushed?: ((days: Dates) => void) | undefined;
}

export const Picture = ({ label, height, sketch, onBrushed }: PictureProps) => {
  const brushed = useRef(onBrushed);
  brushed.current = onBrushed;
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
            const drawn = draw(plot, sketch, { width, height, label });
            if (brushed.current && drawn instanceof SVGSVGElement)
              brush(drawn, (days) => brushed.current?.(days));
            box.current?.replaceChildren(drawn);
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
  unnameMarks(drawn);
  // The box beside the pointer is drawn again as it moves.
  new MutationObserver(() => unnameMarks(drawn)).observe(drawn, { childList: true, subtree: true });
  drawn.setAttribute("role", "img");
  drawn.setAttribute("aria-label", label);
  return drawn;
};

/** A group without a role may not have a name; the whole picture has one. */
const unnameMarks = (picture: Element): void => {
  for (const mark of picture.querySelectorAll("[aria-label]")) mark.removeAttribute("aria-label");
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
