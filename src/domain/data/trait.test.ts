import { expect, test } from "vitest";
import { traitNames } from "./trait.js";

test("attributes that are made from all columns keep the letters of other scripts", () => {
  expect([...traitNames(["HomeOwner", "राम", "रमा", "home owner", "—"]).values()]).toEqual([
    ...["homeowner", "column_राम", "column_रमा", "home_owner", "column"],
  ]);
});
