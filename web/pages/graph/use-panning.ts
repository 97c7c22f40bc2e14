// A box whose content is moved by dragging it, as maps are, besides scrolling.

import { type RefObject, useEffect, useRef } from "react";

const leastDragPx = 4;

export const usePanning = (): RefObject<HTMLElement | null> => {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const ended = new AbortController();
    element.addEventListener("pointerdown", (event) => begin(element, event), { signal: ended.signal });
    // A link that is dragged would be taken along as a link.
    element.addEventListener("dragstart", (event) => event.preventDefault(), { signal: ended.signal });
    return () => ended.abort();
  }, []);
  return box;
};

const begin = (element: HTMLElement, { button, pointerType, clientX, clientY }: PointerEvent): void => {
  if (button !== 0 || pointerType !== "mouse") return;
  const { scrollLeft, scrollTop } = element;
  const over = new AbortController();
  let isDragged = false;
  const move = (event: PointerEvent) => {
    const [x, y] = [event.clientX - clientX, event.clientY - clientY];
    isDragged ||= Math.hypot(x, y) > leastDragPx;
    if (isDragged) element.scrollTo(scrollLeft - x, scrollTop - y);
  };
  const end = () => {
    over.abort();
    // Where dragging ends on a link, it is not followed.
    if (isDragged) window.addEventListener("click", stop, { capture: true, once: true });
    setTimeout(() => window.removeEventListener("click", stop, { capture: true }));
  };
  window.addEventListener("pointermove", move, { signal: over.signal });
  window.addEventListener("pointerup", end, { signal: over.signal });
  window.addEventListener("pointercancel", end, { signal: over.signal });
};

const stop = (event: Event): void => {
  event.preventDefault();
  event.stopPropagation();
};
