// Brushing: dragging the pointer over a picture chooses a stretch of its axis of dates.

import type { Plot as Drawn } from "@observablehq/plot";
import { type Dates, wholeDays } from "./dates.js";

/** Less is a click. */
const leastPx = 5;

/** A finger scrolls the page instead. */
const canDrag = ({ button, pointerType }: PointerEvent): boolean => button === 0 && pointerType !== "touch";

export const brush = (picture: SVGSVGElement & Drawn, onBrushed: (days: Dates) => void): void => {
  const [x, y] = [picture.scale("x"), picture.scale("y")];
  if (!x?.invert || !x.range) return;
  const { invert } = x;
  const [left, right] = [Math.min(...(x.range as number[])), Math.max(...(x.range as number[]))];
  const top = Math.min(...((y?.range as number[]) ?? [0]));
  const height = Math.max(...((y?.range as number[]) ?? [picture.viewBox.baseVal.height])) - top;
  const placeOf = ({ clientX }: PointerEvent): number => {
    const box = picture.getBoundingClientRect();
    const at = ((clientX - box.left) * picture.viewBox.baseVal.width) / box.width;
    return Math.min(right, Math.max(left, at));
  };
  let start: number | null = null;
  let area: SVGRectElement | null = null;

  // Before Plot's own listener, which keeps the event to itself.
  picture.addEventListener(
    "pointerdown",
    (event) => {
      if (canDrag(event)) start = placeOf(event);
    },
    { capture: true },
  );
  picture.addEventListener("pointermove", (event) => {
    if (start === null) return;
    const at = placeOf(event);
    if (!area && Math.abs(at - start) < leastPx) return;
    if (!area) {
      area = document.createElementNS("http://www.w3.org/2000/svg", "rect");
      area.setAttribute("class", "brushed");
      area.setAttribute("y", String(top));
      area.setAttribute("height", String(height));
      picture.append(area);
      picture.setPointerCapture(event.pointerId);
    }
    area.setAttribute("x", String(Math.min(start, at)));
    area.setAttribute("width", String(Math.abs(at - start)));
  });
  const end = (event: PointerEvent, isChosen: boolean) => {
    const [from, drawn] = [start, area];
    start = null;
    area = null;
    drawn?.remove();
    if (isChosen && from !== null && drawn) onBrushed(wholeDays(invert(from), invert(placeOf(event))));
  };
  picture.addEventListener("pointerup", (event) => end(event, true));
  picture.addEventListener("pointercancel", (event) => end(event, false));
};
