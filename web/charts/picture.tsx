// Draws with Observable Plot, which is read when the first picture is drawn. The style sheet that Plot puts into each picture
// is left out, for the content policy forbids it; picture.css has its rules.

import type { PlotOptions } from "@observablehq/plot";
import { useEffect, useRef, useState } from "react";
import { ErrorNotice } from "../ui/error-notice.js";
import styles from "./figure.module.css";
import "./picture.css";

type Plot = typeof import("@observablehq/plot");

/** What is drawn, at a width in pixels. It is drawn anew when the function is another: keep it by `useMemo`. */
export type Sketch = (plot: Plot, width: number) => PlotOptions;

export const Picture = ({ label, height, sketch }: { label: string; height: number; sketch: Sketch }) => {
  const place = useRef<HTMLDivElement>(null);
  const width = useWidth(place);
  const [failure, setFailure] = useState<Error>();
  useEffect(() => {
    if (width === 0) return;
    let isWanted = true;
    import("@observablehq/plot")
      .then((plot) => {
        if (isWanted) place.current?.replaceChildren(draw(plot, sketch, { width, height, label }));
      })
      .catch(setFailure);
    return () => {
      isWanted = false;
    };
  }, [sketch, width, height, label]);
  if (failure) return <ErrorNotice problem={failure} />;
  return <div ref={place} className={styles.picture} style={{ minHeight: height }} />;
};

const draw = (
  plot: Plot,
  sketch: Sketch,
  { width, height, label }: { width: number; height: number; label: string },
) => {
  const options = sketch(plot, width);
  const drawn = plot.plot({ width, height, className: "picture", ...options });
  for (const sheet of drawn.querySelectorAll("style")) sheet.remove();
  // Groups without a role may not have a name, and the picture has one as a whole.
  for (const mark of drawn.querySelectorAll("[aria-label]")) mark.removeAttribute("aria-label");
  drawn.setAttribute("role", "img");
  drawn.setAttribute("aria-label", label);
  return drawn;
};

/** In pixels; 0 until it is known. */
const useWidth = (place: React.RefObject<HTMLElement | null>): number => {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [place]);
  return width;
};

// How the box looks that says what the pointer is over.
export const tipLook = { fill: "var(--raised)", stroke: "var(--line-strong)", textPadding: 8 } as const;
