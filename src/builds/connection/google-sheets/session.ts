// A session with an owner's spreadsheet, by the REST interface of Google Sheets:
// https://developers.google.com/workspace/sheets/api/reference/rest. Cells are asked for with their formats, because
// without these a date is a number like others.

import type { GoogleSheetsOptions } from "../../../domain/data/connection.js";
import { type Refusal, refuse } from "../../../errors/refusal.js";
import { type ConnectionAccess, secretOf } from "../access.js";
import { type ServiceAccount, tokensOf } from "../cloud/google-token.js";
import { type CloudService, cloudService, type Reply } from "../cloud/service.js";
import { wordsOf } from "../server-words.js";
import { type Cell, cellText } from "./cell-text.js";
import { a1Of, type NamedRange, type Sheet, type SheetRange } from "./range.js";

export interface Spreadsheet {
  /** In the order of their tabs. */
  sheets: Sheet[];
  namedRanges: NamedRange[];
}

export interface GoogleSheets {
  describe(): Promise<Spreadsheet>;
  /** Texts of the cells of a range, a batch of rows at a time. Cells and rows without a value may be left out at the end. */
  rows(range: SheetRange): AsyncGenerator<string[][]>;
}

const host = "sheets.googleapis.com";
/** About two megabytes of JSON, which is what Google advises. */
const cellsAtOnce = 20_000;
/** A quota is filled again each minute: these pauses are 90 seconds. */
const attempts = 8;

const described =
  "sheets.properties(sheetId,title,sheetType,gridProperties(rowCount,columnCount)),namedRanges(name,range)";
const celled = "sheets.data.rowData.values(effectiveValue,effectiveFormat.numberFormat(type,pattern))";

/** Refuses `connection-failed`, `connection-address-forbidden` and `database-unreachable`, with each call. */
export const openGoogleSheets = (access: ConnectionAccess<GoogleSheetsOptions>): GoogleSheets => {
  const service = cloudService(access, { attempts });
  const signed = signing(service, secretOf(access));
  const place = `${service.urlOf(host)}/v4/spreadsheets/${access.options.spreadsheet_id}`;
  const get = async (query: Record<string, string>): Promise<unknown> => {
    const headers = { ...(await signed()), accept: "application/json", "user-agent": "Bellwether/1" };
    const url = `${place}?${new URLSearchParams({ ...query, prettyPrint: "false" })}`;
    const reply = await service.ask(() => ({ url, method: "GET", headers }));
    if (reply.status !== 200) throw failure(reply, access.options);
    return reply.body;
  };
  return {
    describe: async () => {
      const { sheets = [], namedRanges = [] } = ((await get({ fields: described })) ?? {}) as Answer;
      return { sheets: sheets.flatMap(sheetOf), namedRanges };
    },
    async *rows({ sheet, rows: [from, to], columns }) {
      const width = columns[1] - columns[0];
      if (width === 0) return;
      const most = Math.max(1, Math.floor(cellsAtOnce / width));
      for (let first = from; first < to; first += most) {
        const rows = [first, Math.min(to, first + most)] as const;
        const { sheets } = ((await get({ fields: celled, ranges: a1Of({ sheet, rows, columns }) })) ??
          {}) as Answer;
        const found = sheets?.[0]?.data?.[0]?.rowData ?? [];
        yield found
          .slice(0, rows[1] - rows[0])
          .map(({ values = [] }) => values.slice(0, width).map(cellText));
      }
    },
  };
};

/** Fields that are zero or empty may be absent. */
interface Answer {
  sheets?: {
    properties?: {
      sheetId?: number;
      title?: string;
      sheetType?: string;
      gridProperties?: { rowCount?: number; columnCount?: number };
    };
    data?: { rowData?: { values?: Cell[] }[] }[];
  }[];
  namedRanges?: NamedRange[];
}

/** None for a sheet that is a chart or a view of a database. */
const sheetOf = ({ properties = {} }: NonNullable<Answer["sheets"]>[number]): Sheet[] => {
  const { sheetId: id = 0, title = "", sheetType = "GRID", gridProperties = {} } = properties;
  const { rowCount: rows = 0, columnCount: columns = 0 } = gridProperties;
  return sheetType === "GRID" ? [{ id, title, rows, columns }] : [];
};

/** Headers that show who asks. */
const signing = (service: CloudService, secret: string): (() => Promise<Record<string, string>>) => {
  if (!secret.trimStart().startsWith("{")) return async () => ({ "x-goog-api-key": secret });
  const scope = "https://www.googleapis.com/auth/spreadsheets.readonly";
  const token = tokensOf(service, JSON.parse(secret) as ServiceAccount, scope);
  return async () => ({ authorization: `Bearer ${await token()}` });
};

const failure = ({ status, body }: Reply, { client_email }: GoogleSheetsOptions): Refusal => {
  const message = (body as { error?: { message?: unknown } } | null)?.error?.message;
  const said = typeof message === "string" ? wordsOf(new Error(message.slice(0, 500))) : `HTTP ${status}`;
  const remedy =
    client_email === undefined
      ? "with an API key, anyone with the link must be allowed to view it"
      : `share it with ${client_email}`;
  const isShut = status === 403 || status === 404;
  const detail = isShut
    ? `Google does not show the spreadsheet (${said}): ${remedy}`
    : `Google says: ${said}`;
  return refuse("connection-failed", { detail });
};
