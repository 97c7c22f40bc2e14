// Choosing files on a page.

import type { Page } from "playwright-core";

type Chosen = Parameters<ReturnType<Page["getByLabel"]>["setInputFiles"]>[0];

/** On a page with an upload area. */
export const chooseFiles = (page: Page, files: Chosen): Promise<void> =>
  page.getByLabel(/^Drop (.* )?files here|^Drop more files/).setInputFiles(files);
