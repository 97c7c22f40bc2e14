// A file of changes: the rows of a target's file that were added, changed or removed since an earlier build,
// written in the form of the file. Of who was removed it has the person's id alone.

import path from "node:path";
import { personColumn } from "../../delivery/columns.js";
import { listSource } from "../../delivery/structure.js";
import type { ListFile } from "../../domain/campaign/list.js";
import type { StructureColumn } from "../../domain/target/target.js";
import { type ChangeColumns, changedRows } from "../../warehouse/delivery/changes.js";
import { copyToCsv } from "../../warehouse/delivery/file.js";
import type { Engine } from "../../warehouse/engine.js";
import { relation, targetFiles } from "../../warehouse/relations.js";
import { csvOptionsOf, withMark } from "../target/csv.js";
import { described } from "../target/step.js";
import type { ChangesSources } from "./changes-sources.js";
import { inOwnDirectory } from "./own-directory.js";

export const writeChanges = async (
  engine: Engine,
  { dir, config, structure, current, since, outDir }: ChangesSources,
): Promise<ListFile & { build: string }> =>
  inOwnDirectory(outDir, async () => {
    const files = targetFiles(dir);
    const fileOfSince = since?.build === current.build ? files.rows : since && files.former(since.build);
    const former = fileOfSince === null ? null : relation(fileOfSince);
    const changes = changedRows(relation(files.rows), former, columnsOf(structure));
    const csv = csvOptionsOf(config);
    const file = path.join(outDir, csv.gzip ? "changes.csv.gz" : "changes.csv");
    await engine.run(copyToCsv(await withMark(engine, changes, config), file, csv));
    const name = path.basename(file);
    return { dir: outDir, path: file, name, build: current.build, ...(await described(file)) };
  });

const personSources: readonly string[] = [personColumn, listSource("person_id"), "person_id"];

/**
 * The columns of the file after the two of ours. A column that is the person's id under our name is not there
 * twice.
 */
const columnsOf = (structure: readonly StructureColumn[]): ChangeColumns => {
  const isPerson = ({ scope_col, output_col }: StructureColumn) =>
    output_col === personColumn && personSources.includes(scope_col);
  const columns = structure.map((column) => (isPerson(column) ? null : column.output_col));
  return { change: freeName("change", columns), person: freeName(personColumn, columns), columns };
};

/** Columns of the file keep their names. */
const freeName = (wanted: string, taken: readonly (string | null)[]): string =>
  taken.includes(wanted) ? freeName(`${wanted}_`, taken) : wanted;
