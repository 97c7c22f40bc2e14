// Datasets and outcomes, forty at once, that are deleted again: each is a build, an outcome a long one, and
// each change plans the account.

import { ask, idIn } from "../ask.js";
import type { Attack } from "../attack.js";
import { datasetOf, ordersOf, upload } from "../file-attack.js";

const atOnce = 20;

export const manyResources: Attack = {
  name: "many-resources",
  hasAccount: true,
  everyMs: 10_000,
  begin: async (target) => {
    await upload(target, "many", "a.csv", Buffer.from(ordersOf(1_000)));
    const [attainment, eligible] = target.aim.cohortIds;
    let before: string[] = [];
    return async (number) => {
      const make = async (path: string, body: object) => {
        const id = idIn(await ask(target, { method: "POST", path, body }));
        return id === undefined ? [] : [`${path}/${id}`];
      };
      const made = await Promise.all(
        Array.from({ length: atOnce }, (_, i) => {
          const name = `Many ${number} ${i}`;
          return [
            make("/datasets", { ...datasetOf("many"), name, output_to_streams: {} }),
            make("/outcomes", { name, attainment, eligible }),
          ];
        }).flat(),
      );
      for (const path of before) await ask(target, { method: "DELETE", path });
      before = made.flat();
    };
  },
};
