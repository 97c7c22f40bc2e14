// A crosswalk of all people: which record of which dataset is which person, as of the last build of people and
// without any prediction. Whom a privacy list names is nobody, and has no row.

import { existsSync } from "node:fs";
import path from "node:path";
import type { ListFile } from "../../domain/campaign/list.js";
import { shownFields } from "../../domain/people/person.js";
import {
  crosswalkOfAllPeople,
  crosswalkRecords,
  recordLikelihoods,
} from "../../warehouse/delivery/crosswalk.js";
import { copyToCsv, harmlessTexts } from "../../warehouse/delivery/file.js";
import type { Engine } from "../../warehouse/engine.js";
import { datasetFiles, peopleFiles, relation } from "../../warehouse/relations.js";
import { described } from "../target/step.js";
import { inOwnDirectory } from "./own-directory.js";
import type { CrosswalkSources } from "./sources.js";

export const writeCrosswalk = async (
  engine: Engine,
  { peopleDir, datasets, names, outDir: dir }: CrosswalkSources,
): Promise<ListFile> => {
  const { persons, matches } = peopleFiles(peopleDir);
  const read = datasets.map(({ id, dir: own }) => {
    const { identities, references } = datasetFiles(own);
    const keys = existsSync(references) ? relation(references) : null;
    return { name: names[id] ?? id, identities: relation(identities), references: keys };
  });
  const likely = recordLikelihoods(existsSync(matches) ? relation(matches) : null);
  const records = crosswalkRecords(read, ["first_seen", ...shownFields]);
  const rows = crosswalkOfAllPeople(records, relation(persons), likely, shownFields);
  return inOwnDirectory(dir, async () => {
    const file = path.join(dir, "crosswalk.csv");
    const texts = ["dataset", "key_column", "key", ...shownFields];
    const options = { delimiter: ",", gzip: false, quoteAll: false } as const;
    await engine.run(copyToCsv(harmlessTexts(rows, texts), file, options));
    return { dir, path: file, ...(await described(file)), name: "crosswalk.csv" };
  });
};
