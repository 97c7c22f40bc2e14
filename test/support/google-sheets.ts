// A server of the REST interface of Google Sheets for tests, written from its description (the discovery document
// sheets:v4). It is strict: keys, tokens, parameters, ranges and the fields of a mask are checked, and the mask decides what
// is answered. The connector has run against this server and not against Google.

import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { ConnectionAccess } from "../../src/builds/connection/access.js";
import type { GoogleSheetsOptions } from "../../src/domain/data/connection.js";
import { seal, sealingKey } from "../../src/store/secrets.js";
import { googleTokens, serviceAccount } from "./google-token.js";

/** A value and the format of its cell; null for an empty cell. */
export type CellInTests =
  | null
  | string
  | number
  | boolean
  | { error: string }
  | { number: number; type: string; pattern?: string };

export interface SheetInTests {
  sheetId: number;
  title: string;
  sheetType?: "GRID" | "OBJECT";
  rowCount: number;
  columnCount: number;
  /** From the first row and column on. */
  cells: CellInTests[][];
}

export interface SpreadsheetInTests {
  sheets: SheetInTests[];
  namedRanges: object[];
  /** Whether anyone with the link may view it. */
  isPublic: boolean;
}

interface Answer {
  status: number;
  headers?: Record<string, string>;
  body: unknown;
}

export interface SheetsServer {
  access(secret?: "key" | "account" | "wrong", id?: string): ConnectionAccess<GoogleSheetsOptions>;
  spreadsheet: SpreadsheetInTests;
  /** Ranges of the requests for cells, in order. */
  ranges: string[];
  /** The next answers in place of the server's own. */
  faults: Answer[];
  close(): Promise<void>;
}

export const spreadsheetId = "1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms";
const apiKey = "AIzaSyD-0123456789abcdefghijklmnopqrstu";

/** The directory has the key that seals the credentials. */
export const startSheets = async (
  dataDir: string,
  spreadsheet: SpreadsheetInTests,
): Promise<SheetsServer> => {
  const google = googleTokens("https://www.googleapis.com/auth/spreadsheets.readonly");
  const server = { spreadsheet, ranges: [] as string[], faults: [] as Answer[] };
  const answerTo = async (request: IncomingMessage): Promise<Answer> => {
    const sent = await text(request);
    const { pathname, searchParams } = new URL(request.url!, "http://sheets");
    if (request.method === "POST" && pathname === "/token") return google.answer(sent);
    if (request.method !== "GET" || sent !== "") return fault(405, "METHOD_NOT_ALLOWED", "wrong method");
    const denied = deniedTo(request.headers);
    if (denied) return denied;
    const id = /^\/v4\/spreadsheets\/([^/]+)$/.exec(pathname)?.[1];
    if (id !== spreadsheetId) return fault(404, "NOT_FOUND", "Requested entity was not found.");
    for (const name of searchParams.keys())
      if (!["fields", "ranges", "includeGridData", "prettyPrint"].includes(name))
        return fault(400, "INVALID_ARGUMENT", `Unknown name "${name}": Cannot bind query parameter.`);
    const next = server.faults.shift();
    if (next) return next;
    try {
      const body = resourceOf(server.spreadsheet, searchParams.getAll("ranges"), server.ranges);
      const mask = searchParams.get("fields");
      return { status: 200, body: mask === null ? body : masked(body, parseMask(mask)) };
    } catch (error) {
      if (!(error instanceof Wrong)) throw error;
      return fault(400, "INVALID_ARGUMENT", error.message);
    }
  };
  const deniedTo = (headers: IncomingMessage["headers"]): Answer | undefined => {
    const key = headers["x-goog-api-key"];
    if (headers.authorization !== undefined)
      return google.isValid(headers.authorization)
        ? undefined
        : fault(401, "UNAUTHENTICATED", "Request had invalid authentication credentials.");
    if (key === undefined)
      return fault(403, "PERMISSION_DENIED", "Method doesn't allow unregistered callers");
    if (key !== apiKey)
      return fault(400, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key.");
    return server.spreadsheet.isPublic
      ? undefined
      : fault(403, "PERMISSION_DENIED", "The caller does not have permission");
  };
  const http = createServer(async (request, response) => {
    const { status, headers, body } = await answerTo(request);
    response.writeHead(status, { "content-type": "application/json; charset=UTF-8", ...headers });
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const secrets = { key: apiKey, account: google.credentials, wrong: `${apiKey}x` };
  return Object.assign(server, {
    access: (secret: keyof typeof secrets = "key", id = spreadsheetId) => ({
      dataDir,
      privateAddresses: false,
      endpoint: { url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`, pauseScale: 0.0001 },
      options: {
        type: "google_sheets" as const,
        spreadsheet_id: id,
        ...(secret === "account" && { client_email: serviceAccount }),
        sealed_password: seal(sealingKey(dataDir), secrets[secret]),
      },
    }),
    close: () => new Promise<void>((resolve) => http.close(() => resolve())),
  });
};

class Wrong extends Error {}

export const fault = (code: number, status: string, message: string): Answer => ({
  status: code,
  body: { error: { code, message, status } },
});

/** The whole resource, with the cells of the ranges. Zeros are left out, as the interface does. */
const resourceOf = ({ sheets, namedRanges }: SpreadsheetInTests, ranges: string[], requested: string[]) => {
  requested.push(...ranges);
  const wanted = ranges.map((range) => {
    const [, quoted, c1, r1, c2, r2] = /^'((?:[^']|'')+)'!([A-Z]+)(\d+):([A-Z]+)(\d+)$/.exec(range) ?? [];
    const sheet = sheets.find(({ title }) => title === quoted?.replaceAll("''", "'"));
    if (!sheet) throw new Wrong(`Unable to parse range: ${range}`);
    const [rows, columns] = [
      [Number(r1), Number(r2)],
      [columnOf(c1!), columnOf(c2!)],
    ] as [number[], number[]];
    if (rows[1]! > sheet.rowCount || columns[1]! > sheet.columnCount || rows[1]! < rows[0]!)
      throw new Wrong(
        `Range (${range}) exceeds grid limits. Max rows: ${sheet.rowCount}, max columns: ${sheet.columnCount}`,
      );
    return { sheet, rows, columns };
  });
  return {
    spreadsheetId,
    properties: { title: "Shop", locale: "de_DE", timeZone: "Europe/Berlin" },
    sheets: sheets
      .filter((sheet) => wanted.length === 0 || wanted.some((each) => each.sheet === sheet))
      .map((sheet, index) => ({
        properties: {
          ...(sheet.sheetId !== 0 && { sheetId: sheet.sheetId }),
          title: sheet.title,
          ...(index > 0 && { index }),
          sheetType: sheet.sheetType ?? "GRID",
          ...(sheet.sheetType !== "OBJECT" && {
            gridProperties: { rowCount: sheet.rowCount, columnCount: sheet.columnCount },
          }),
        },
        data: wanted
          .filter((each) => each.sheet === sheet)
          .map(({ rows, columns }) => ({
            ...(rows[0]! > 1 && { startRow: rows[0]! - 1 }),
            rowData: sheet.cells
              .slice(rows[0]! - 1, rows[1])
              .map((row) => ({ values: row.slice(columns[0]! - 1, columns[1]).map(cellOf) })),
          })),
      })),
    namedRanges,
  };
};

const columnOf = (letters: string): number =>
  [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0);

const cellOf = (cell: CellInTests): object => {
  const effectiveFormat = { backgroundColor: { red: 1, green: 1, blue: 1 }, padding: { top: 2 } };
  if (cell === null) return { effectiveFormat };
  if (typeof cell === "string") return { effectiveValue: { stringValue: cell }, effectiveFormat };
  if (typeof cell === "boolean") return { effectiveValue: { boolValue: cell }, effectiveFormat };
  if (typeof cell === "number")
    return { effectiveValue: { numberValue: cell }, formattedValue: "shown", effectiveFormat };
  if ("error" in cell) return { effectiveValue: { errorValue: { type: cell.error, message: "" } } };
  const { number, ...numberFormat } = cell;
  return { effectiveValue: { numberValue: number }, effectiveFormat: { ...effectiveFormat, numberFormat } };
};

/** Fields of a mask; null below one means all of it. */
interface Mask extends Map<string, Mask | null> {}

const parseMask = (mask: string): Mask => {
  let at = 0;
  const list = (): Mask => {
    const fields: Mask = new Map();
    do {
      const [name] = /^[a-zA-Z]+/.exec(mask.slice(at)) ?? [];
      if (name === undefined) throw new Wrong(`Invalid field selection at ${at}`);
      at += name.length;
      fields.set(name, below());
    } while (mask[at] === "," && ++at);
    return fields;
  };
  const below = (): Mask | null => {
    if (mask[at] === "(") {
      at++;
      const fields = list();
      if (mask[at++] !== ")") throw new Wrong("Invalid field selection: no closing bracket");
      return fields;
    }
    if (mask[at] !== "." && mask[at] !== "/") return null;
    at++;
    const [name] = /^[a-zA-Z]+/.exec(mask.slice(at)) ?? [""];
    at += name!.length;
    return new Map([[name!, below()]]);
  };
  const whole = list();
  if (at !== mask.length) throw new Wrong(`Invalid field selection at ${at}`);
  return whole;
};

const masked = (value: unknown, mask: Mask | null): unknown => {
  if (mask === null || typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => masked(each, mask));
  const entries = Object.entries(value).filter(([name]) => mask.has(name));
  return Object.fromEntries(entries.map(([name, each]) => [name, masked(each, mask.get(name)!)]));
};
