// Separate datasets for files of several kinds that were dropped together: each is named, uploaded into a
// directory of its own and previewed.

import { useEffect, useState } from "react";
import { listed } from "../../../../src/words/plural.js";
import { datasetNameFor, directoryFor } from "../../../../src/words/upload-names.js";
import { Button } from "../../../ui/button.js";
import { TextField } from "../../../ui/field.js";
import { formatCounted } from "../../../ui/format.js";
import { Panel } from "../../../ui/panel.js";
import { groupByHeader, readColumns } from "./file-kinds.js";
import { begin, type Transfer } from "./transfers.js";
import { ReadAgain } from "./upload.js";
import styles from "./upload.module.css";
import { usePreview } from "./use-uploads.js";

/** The files by kind; one kind until all have been looked into. */
export const useFileKinds = (transfers: readonly Transfer[]): readonly (readonly Transfer[])[] => {
  const [columns, setColumns] = useState<ReadonlyMap<number, string[] | null>>(new Map());
  useEffect(() => {
    for (const { id, file } of transfers)
      if (!columns.has(id))
        readColumns(file).then((found) => setColumns((before) => new Map(before).set(id, found)));
  }, [transfers, columns]);
  if (transfers.some(({ id }) => !columns.has(id))) return [transfers];
  const files = transfers.map(({ id, file }) => ({ name: file.name, columns: columns.get(id) ?? null }));
  return groupByHeader(files).map((indices) => indices.map((index) => transfers[index]!));
};

interface SeparateProps {
  kinds: readonly (readonly Transfer[])[];
  /** Directories that have files. */
  taken: readonly string[];
  onTogether: () => void;
  /** All datasets are made. */
  onDone: () => void;
}

export const SeparateDatasets = ({ kinds, taken, onTogether, onDone }: SeparateProps) => {
  const [names, setNames] = useState<Record<string, string>>({});
  const preview = usePreview();
  const places = placesOf(kinds, taken).map((place) => ({
    ...place,
    name: names[place.directory] ?? place.name,
  }));
  const files = kinds.flat();
  const chosen = files.filter(({ state }) => state.at === "chosen");
  const isUploaded = files.every(({ state }) => state.at === "done");
  const [made, setMade] = useState<readonly string[]>([]);
  const makeAll = async () => {
    let done = made;
    for (const { name, directory } of places) {
      if (done.includes(directory)) continue;
      await preview.mutateAsync({ name, directory });
      done = [...done, directory];
      setMade(done);
    }
    onDone();
  };
  const make = () => void makeAll().catch(() => undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the last file has arrived
  useEffect(() => {
    if (isUploaded) make();
  }, [isUploaded]);
  return (
    <Panel title={formatCounted(kinds.length, "dataset")}>
      <p>These files have different columns, so each kind becomes a dataset of its own.</p>
      <Names
        kinds={kinds}
        places={places}
        onChange={(directory, name) => setNames({ ...names, [directory]: name })}
      />
      <div className={styles.line}>
        <Button
          look="primary"
          disabled={chosen.length === 0 || places.some(({ name }) => name.trim() === "")}
          onClick={() => {
            for (const [index, kind] of kinds.entries())
              for (const transfer of kind)
                if (transfer.state.at === "chosen") begin(transfer, places[index]!.directory);
          }}
        >
          {chosen.length === 0
            ? "Uploading"
            : `Upload ${formatCounted(chosen.length, "file")} into ${formatCounted(kinds.length, "dataset")}`}
        </Button>
        {chosen.length === files.length && <Button onClick={onTogether}>Put all into one dataset</Button>}
      </div>
      <ReadAgain problem={preview.error} onRead={make} />
    </Panel>
  );
};

interface NamesProps {
  kinds: SeparateProps["kinds"];
  places: readonly { directory: string; name: string }[];
  onChange: (directory: string, name: string) => void;
}

const Names = ({ kinds, places, onChange }: NamesProps) => (
  <ul className={styles.transfers}>
    {places.map(({ directory, name }, index) => (
      <li key={directory}>
        <TextField
          label={`Name of dataset ${index + 1}`}
          hint={listed(kinds[index]!.map(({ file }) => file.name))}
          value={name}
          onChange={(changed) => onChange(directory, changed)}
          required
        />
      </li>
    ))}
  </ul>
);

/** A name and a directory for each kind. A directory stays once an upload to it has started. */
const placesOf = (kinds: readonly (readonly Transfer[])[], taken: readonly string[]) => {
  const used = [...taken];
  return kinds.map((kind) => {
    const [first] = kind;
    const started = kind.find(({ directory }) => directory !== undefined)?.directory;
    const directory = started ?? directoryFor(first!.file.name, used);
    used.push(directory);
    return { directory, name: datasetNameFor(first!.file.name) };
  });
};
