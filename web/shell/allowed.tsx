// Parts of a page for whoever may use them. Others see the results alone.

import type { ReactNode } from "react";
import type { Permission } from "../../src/words/roles.js";
import { useMay } from "../api/account.js";

/** `to`: what the children need. */
export const Allowed = ({ to = "edit", children }: { to?: Permission; children: ReactNode }) =>
  useMay()(to) && children;
