// Rows of a CSV file that the service wrote itself: commas, quotes where they are needed, and a header.

/** Each row as columns, followed by their values. */
export const csvRows = (text: string): string[][] => {
  const [names = [], ...records] = recordsOf(text);
  return records.map((cells) =>
    cells.flatMap((cell, i) => (cell === "" || names[i] === undefined ? [] : [names[i]!, cell])),
  );
};

const recordsOf = (text: string): string[][] => {
  const records: string[][] = [];
  let cells: string[] = [];
  for (let at = 0; at < text.length; ) {
    const { cell, end } = text[at] === '"' ? quoted(text, at) : plain(text, at);
    cells.push(cell);
    const isLast = text[end] !== ",";
    at = end + 1;
    if (!isLast && at < text.length) continue;
    if (!isLast) cells.push("");
    records.push(cells);
    cells = [];
  }
  return records;
};

const plain = (text: string, from: number): { cell: string; end: number } => {
  let end = from;
  while (end < text.length && text[end] !== "," && text[end] !== "\n") end++;
  return { cell: text.slice(from, end), end };
};

const quoted = (text: string, from: number): { cell: string; end: number } => {
  let end = from + 1;
  for (; end < text.length; end++) {
    if (text[end] !== '"') continue;
    if (text[end + 1] !== '"') break;
    end++;
  }
  return { cell: text.slice(from + 1, end).replaceAll('""', '"'), end: end + 1 };
};
