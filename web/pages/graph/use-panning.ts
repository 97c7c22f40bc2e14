// Scrolling a box by dragging its content, as on a map.

import { type RefObject, useEffect, useRef } from "react";

const minDragPx = 4;

export const usePanning = (): RefObject<HTMLElement | null> => {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const ended = new AbortController();
    element.addEventListener("pointerdown", (event) => begin(element, event), { signal: ended.signal });
    // Otherwise the browser drags the link itself.
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
    isDragged ||= Math.hypot(x, y) > minDragPx;
    if (isDragged) element.scrollTo(scrollLeft - x, scrollTop - y);
  };
  const end = () => {
    over.abort();
    // A drag that ends on a link must not open it.
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
