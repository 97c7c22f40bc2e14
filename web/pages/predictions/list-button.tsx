// The button for the list, in the head of a prediction's pages. A link in an e-mail opens the list at once: `?list=1`.

import { useState } from "react";
import { useSearch } from "wouter";
import { useMay } from "../../api/account.js";
import type { Records } from "../../api/kinds.js";
import { Button } from "../../ui/button.js";
import { GetList } from "./get-list.js";
import { listLook } from "./quality.js";
import { usualReach } from "./reach-curve.js";
import { useScored } from "./scored.js";

export const ListButton = ({ outcome }: { outcome: Records["outcomes"] }) => {
  const { scope, expected } = useScored(outcome.id);
  const [isOpen, setOpen] = useState(new URLSearchParams(useSearch()).get("list") === "1");
  const mayRead = useMay()("read");
  if (!scope || !mayRead) return null;
  return (
    <>
      <Button look={listLook(outcome)} onClick={() => setOpen(true)}>
        Get the list
      </Button>
      {isOpen && (
        <GetList
          scope={scope}
          outcome={outcome}
          people={usualReach(expected?.scored_count ?? 0)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
};
