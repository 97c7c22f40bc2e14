// The files of a dataset's directory, and the upload of more.

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { listed } from "../../../src/words/plural.js";
import { useMay } from "../../api/account.js";
import type { Schemas } from "../../api/client.js";
import { Button, ButtonAnchor } from "../../ui/button.js";
import { Confirm } from "../../ui/dialog.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import {
  formatAgo,
  formatBytes,
  formatCount,
  formatCounted,
  formatDay,
  formatMoment,
} from "../../ui/format.js";
import { type Column, List } from "../../ui/list.js";
import { Empty, Panel, Skeleton } from "../../ui/panel.js";
import styles from "./dataset.module.css";
import { begin, forgetDone, useTransfers } from "./upload/transfers.js";
import { DropZone, TransferList } from "./upload/upload.js";
import { fileNameOf, type Upload, useRemoveUpload, useUploads } from "./upload/use-uploads.js";

type OldRows = NonNullable<Schemas["Dataset"]["old_rows"]>;

/** `old`: the files with rows that are too old. */
export const Files = ({ directory, old = [] }: { directory: string; old?: OldRows | undefined }) => {
  const { data, error } = useUploads(directory);
  const [deleted, setDeleted] = useState<string>();
  const mayEdit = useMay()("edit");
  return (
    <Panel title="Files">
      <ErrorNotice problem={error} />
      {data ? (
        <List
          label="All files"
          rows={data}
          rowKey={({ subpath }) => subpath}
          columns={[nameColumn(old), ...columns, actions(directory, mayEdit && setDeleted)]}
          empty={<Empty>Directory {directory} is empty. Upload a file to start.</Empty>}
        />
      ) : (
        !error && <Skeleton rows={3} />
      )}
      {mayEdit && <UploadMore directory={directory} />}
      {deleted && (
        <DeleteDialog directory={directory} filename={deleted} onClose={() => setDeleted(undefined)} />
      )}
    </Panel>
  );
};

const nameColumn = (old: OldRows): Column<Upload> => ({
  header: "File",
  value: fileNameOf,
  cell: (upload) => <Name of={upload} old={old.find(({ file }) => file === fileNameOf(upload))} />,
});

const columns: readonly Column<Upload>[] = [
  {
    header: "Size",
    value: ({ file_size }) => file_size,
    cell: ({ file_size }) => formatBytes(file_size),
    isNumber: true,
  },
  {
    header: "Uploaded",
    value: ({ created_at }) => created_at,
    cell: ({ created_at: at }) => (
      <time dateTime={at} title={formatMoment(at)}>
        {formatAgo(at)}
      </time>
    ),
  },
];

const Name = ({ of: upload, old }: { of: Upload; old: OldRows[number] | undefined }) => (
  <>
    {fileNameOf(upload)}
    {old && <span className={styles.old}>{oldRowsText(old)}</span>}
    {upload.damaged_at && (
      <strong className={styles.damaged}>
        Damaged on the server since {formatMoment(upload.damaged_at)}. Upload it again.
      </strong>
    )}
  </>
);

const oldRowsText = (old: OldRows[number]): string => {
  const { rows, of, too_old_from: from, deleted_from: deleted, needed_by: neededBy } = old;
  if (deleted !== undefined)
    return `All ${formatCounted(of, "row")} are too old to count. The file is deleted on ${formatDay(deleted)}, unless you change the limit.`;
  const counted = `${formatCount(rows)} of ${formatCounted(of, "row")} ${rows === 1 ? "is" : "are"} too old to count.`;
  if (neededBy) return `${counted} The file stays, because it is also read by ${listed(neededBy)}.`;
  return from === null
    ? `${counted} The file stays, because not every row has a date.`
    : `${counted} The file is needed until ${formatDay(from)}.`;
};

const actions = (directory: string, onDelete: false | ((filename: string) => void)): Column<Upload> => ({
  header: "Actions",
  value: () => undefined,
  cell: (upload) => {
    const filename = fileNameOf(upload);
    const named = <span className="visually-hidden"> {filename}</span>;
    return (
      <span className={styles.actions}>
        <ButtonAnchor
          look="quiet"
          href={`/v1/uploads/${directory}/${encodeURIComponent(filename)}`}
          download={filename}
        >
          Download{named}
        </ButtonAnchor>
        {onDelete && (
          <Button look="quiet" onClick={() => onDelete(filename)}>
            Delete{named}
          </Button>
        )}
      </span>
    );
  },
});

const UploadMore = ({ directory }: { directory: string }) => {
  const queries = useQueryClient();
  const transfers = useTransfers(directory);
  const chosen = transfers.filter(({ state }) => state.at === "chosen");
  const isUploaded = transfers.length > 0 && transfers.every(({ state }) => state.at === "done");
  useEffect(() => {
    if (!isUploaded) return;
    queries.invalidateQueries();
    forgetDone(directory);
  }, [isUploaded, queries, directory]);
  return (
    <>
      <DropZone purpose={directory} label="Drop more files of the same type here, or choose them" />
      {transfers.length > 0 && <TransferList transfers={transfers} />}
      {chosen.length > 0 && (
        <div className={styles.form}>
          <p className="soft">
            A file with the name of an existing one replaces it. Everything that depends on the files is
            rebuilt.
          </p>
          <div>
            <Button look="primary" onClick={() => chosen.forEach((one) => void begin(one, directory))}>
              Upload {formatCounted(chosen.length, "file")} to {directory}
            </Button>
          </div>
        </div>
      )}
    </>
  );
};

const DeleteDialog = ({
  directory,
  filename,
  onClose,
}: {
  directory: string;
  filename: string;
  onClose: () => void;
}) => {
  const remove = useRemoveUpload(directory);
  return (
    <Confirm
      title={`Delete ${filename}?`}
      action="Delete file"
      isDangerous
      isBusy={remove.isPending}
      problem={remove.error}
      onConfirm={() => remove.mutate(filename, { onSuccess: onClose })}
      onCancel={onClose}
    >
      <p>The dataset and everything that depends on it will be rebuilt without its rows.</p>
    </Confirm>
  );
};
