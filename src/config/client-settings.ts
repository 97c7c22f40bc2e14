// What the command line is told by the environment: which service it speaks to, and with which key.

import type { Setting } from "./settings.js";

export const clientSettings = {
  url: {
    variable: "BELLWETHER_URL",
    initial: () => "http://127.0.0.1:8080",
    initially: "http://127.0.0.1:8080",
    unit: "URL",
    allowed: "an http:// or https:// URL",
    parse: (text) => (/^https?:\/\//.test(text) && URL.canParse(text) ? text : undefined),
    text: "The service that commands speak to; `--url` goes before it.",
  } satisfies Setting<string>,
  key: {
    variable: "BELLWETHER_KEY",
    initial: () => undefined,
    initially: "none: only sign-up works",
    unit: "API key",
    allowed: "an API key",
    parse: (text) => (/^\S+$/.test(text) ? text : undefined),
    text: "The key that commands carry. `--key` goes before it, but can be seen by others on the machine.",
  } satisfies Setting<string | undefined>,
};
