// Pictures drawn by Observable Plot, which is loaded with the first one. The content security policy forbids
// the style sheet that Plot puts into each picture, so it is removed; picture.css has its rules.

import type { PlotOptions } from "@observablehq/plot";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { ErrorNotice } from "../ui/error-notice.js";
import styles from "./figure.module.css";
import "./picture.css";
import { brush } from "./brush.js";
import type { Dates } from "./dates.js";
import { inTurn } from "./turns.js";

type Plot = typeof import("./marks.js");

/** Plot's options for a width in pixels. Memoize it: another function draws the picture again. */
export type Sketch = (plot: Plot, width: number) => PlotOptions;

/** Result of `plot`; with a legend it would be a figure around the picture. */
type Drawn = ReturnType<Plot["plot"]>;

interface PictureProps {
  label: string;
  height: number;
  sketch: Sketch;
  /** Where on the horizontal axis an upright line stands, which moves without drawing the picture again. */
  chosen?: number;
  /** Dates that the pointer was dragged over. */
  onBrushed?: ((days: Dates) => void) | undefined;
}

export const Picture = ({ label, height, sketch, chosen, onBrushed }: PictureProps) => {
  const brushed = useRef(onBrushed);
  brushed.current = onBrushed;
  const box = useRef<HTMLDivElement>(null);
  const [drawn, setDrawn] = useState<Drawn>();
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
            const drawn = draw(plot, sketch, { width, height });
            if (brushed.current && drawn instanceof SVGSVGElement)
              brush(drawn, (days) => brushed.current?.(days));
            box.current?.replaceChildren(drawn);
            setDrawn(drawn);
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
  }, [sketch, width, height]);
  useLayoutEffect(() => drawn?.setAttribute("aria-label", label), [drawn, label]);
  useLayoutEffect(() => {
    if (drawn && chosen !== undefined) stand(drawn, chosen);
  }, [drawn, chosen]);
  if (failure) return <ErrorNotice problem={failure} />;
  return <div ref={box} className={styles.picture} style={{ minHeight: height }} />;
};

const draw = (plot: Plot, sketch: Sketch, { width, height }: { width: number; height: number }): Drawn => {
  const options = sketch(plot, width);
  const drawn = plot.plot({ width, height, className: "picture", ...options });
  for (const sheet of drawn.querySelectorAll("style")) sheet.remove();
  unnameMarks(drawn);
  // The box beside the pointer is drawn again as it moves.
  new MutationObserver(() => unnameMarks(drawn)).observe(drawn, { childList: true, subtree: true });
  drawn.setAttribute("role", "img");
  return drawn;
};

/** Moves the line of the choice, or adds it. */
const stand = (picture: Drawn, at: number): void => {
  const x = String(picture.scale("x")?.apply(at));
  const [bottom, top] = [...(picture.scale("y")?.range ?? [])].map(String);
  const line = picture.querySelector(".chosen") ?? document.createElementNS(picture.namespaceURI, "line");
  for (const [name, value] of Object.entries({ class: "chosen", x1: x, x2: x, y1: bottom, y2: top }))
    line.setAttribute(name, value ?? "0");
  picture.append(line);
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
