// Documentation pages in the browser: the language of code samples, copying, the search and trial requests.
// The pages come from the service and are complete without this.

import "./docs.css";
import { applyTheme } from "../style/theme.js";
import { addCopyButtons } from "./copying.js";
import { rememberLanguage } from "./language.js";
import { addSearch } from "./search-field.js";
import { addTrials } from "./trial.js";

applyTheme();

/** The reference was one page once: an address such as `/docs#createCohort` goes on to where the operation is now. */
const moved = document.getElementById(decodeURIComponent(location.hash.slice(1)));
if (moved instanceof HTMLAnchorElement && "moved" in moved.dataset) location.replace(moved.href);

/** Samples that name an address name that of this service. */
for (const code of document.querySelectorAll(".samples code"))
  if (code.textContent.includes("http://127.0.0.1:8080"))
    code.textContent = code.textContent.replaceAll("http://127.0.0.1:8080", location.origin);

const contents = document.querySelector<HTMLDetailsElement>("details.contents");
if (contents && matchMedia("(width < 60rem)").matches) contents.open = false;

rememberLanguage();
addCopyButtons();
addSearch();
addTrials();
