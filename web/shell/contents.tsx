// The list of contents of a long page: its sections, each a link that scrolls to it. Short pages have none. It waits until
// the page has loaded: a section that came later would move the names of those after it.

import { useEffect, useState } from "react";
import { Button } from "../ui/button.js";
import styles from "./page.module.css";

/** Pages with fewer sections show most of them at once. */
const minSections = 4;

const sectionsShown = (): string[] =>
  [...document.querySelectorAll<HTMLElement>("main h2[data-section]")].map(({ dataset }) => dataset.section!);

const isLoading = (main: Element): boolean =>
  main.querySelector('[role="status"][aria-label^="Loading"]') !== null;

export const Contents = () => {
  const [sections, setSections] = useState<readonly string[]>([]);
  useEffect(() => {
    const main = document.getElementById("main")!;
    let hasLoaded = false;
    const update = () => {
      hasLoaded ||= !isLoading(main);
      if (!hasLoaded) return;
      const found = sectionsShown();
      setSections((before) => (before.join("\n") === found.join("\n") ? before : found));
    };
    const observer = new MutationObserver(update);
    observer.observe(main, { childList: true, subtree: true });
    update();
    return () => observer.disconnect();
  }, []);
  const isLong = sections.length >= minSections;
  return (
    <nav className={styles.contents} aria-label="On this page">
      {isLong &&
        sections.map((section, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two sections may have one title
          <Button key={`${index} ${section}`} look="quiet" onClick={() => scrollTo(index)}>
            {section}
          </Button>
        ))}
    </nav>
  );
};

/** Opens a folded section, and moves the focus along, so that the next tab stop is in the section. */
const scrollTo = (index: number): void => {
  const heading = document.querySelectorAll<HTMLElement>("main h2[data-section]")[index];
  heading?.closest("details")?.setAttribute("open", "");
  heading?.setAttribute("tabindex", "-1");
  heading?.focus({ preventScroll: true });
  heading?.scrollIntoView({ block: "start" });
};
