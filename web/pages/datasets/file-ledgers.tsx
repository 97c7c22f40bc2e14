// Ledgers of a dataset's files: what each brought, and what of it is left out.

import { Fragment } from "react";
import { newestFileSentence, nounOf } from "../../../src/words/ledger.js";
import { leftOutClause } from "../../../src/words/left-out.js";
import { capitalized, plural } from "../../../src/words/plural.js";
import type { Schemas } from "../../api/client.js";
import { formatCount, formatCounted, formatDay, reader } from "../../ui/format.js";
import { LeftOutRows, type RowsAddress } from "./event-counts.js";
import styles from "./event-counts.module.css";

type Ledger = Schemas["Ledger"];
type FileLedger = Ledger["files"][number];

const mostShown = 12;
const mostReasons = 3;

interface FileLedgersProps {
  stream: string;
  ledger: Ledger;
  address: RowsAddress;
}

export const FileLedgers = ({ stream, ledger, address }: FileLedgersProps) => {
  const noun = nounOf(stream);
  const { files, file_count: all } = ledger;
  const shown = files.slice(-mostShown).toReversed();
  if (files.length === 0) return null;
  return (
    <>
      <p>{newestFileSentence(files, noun, reader)}</p>
      {(files.length > 1 || files[0]?.left_out_members !== undefined) && (
        <div className={styles.files}>
          <table className={styles.ledger}>
            <caption className="visually-hidden">{`${capitalized(plural(noun))} of each file`}</caption>
            <thead>
              <tr>
                <th scope="col">File</th>
                <th scope="col">Arrived</th>
                <th scope="col">Rows</th>
                <th scope="col">{capitalized(plural(noun))}</th>
                <th scope="col">Customers</th>
                <th scope="col">Rows left out</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((file) => (
                <tr key={file.arrived_at}>
                  <th scope="row">{file.file}</th>
                  <td>{formatDay(file.arrived_at)}</td>
                  <td>{formatCount(file.rows_read)}</td>
                  <td>{formatCount(file.events)}</td>
                  <td>{formatCount(file.customers)}</td>
                  <td>
                    <LeftOutOf file={file} noun={noun} address={address} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {all > shown.length && (
        <p className="soft small">{`The newest ${formatCount(shown.length)} of ${formatCounted(all, "file")}.`}</p>
      )}
    </>
  );
};

/** "12: “Status” is “Cancelled” (9), the row repeats another one (3)" */
const LeftOutOf = ({ file, noun, address }: { file: FileLedger; noun: string; address: RowsAddress }) => {
  const { rows_read, rows, left_out_by: reasons, left_out_members: members = [] } = file;
  return (
    <>
      {formatCount(rows_read - rows)}
      {reasons.slice(0, mostReasons).map((each, i) => (
        <Fragment key={JSON.stringify([each.reason, each.column_name, each.value])}>
          {i === 0 ? ": " : ", "}
          {leftOutClause(each, noun)} (<LeftOutRows address={address(each, file.file)} rows={each.rows} />)
        </Fragment>
      ))}
      {reasons.length > mostReasons && ", …"}
      {members.length > 0 && `; not read: ${members.join(", ")}`}
    </>
  );
};
