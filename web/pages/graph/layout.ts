// Where resources stand in the picture of the graph. Each has its layer, the one after all that it uses, so that data flow from
// left to right. Edges that skip layers bend in each of them, which keeps them off what stands there. Within a layer, resources
// are put in the order of what they are joined to, forth and back a few times, which leaves few crossings.

export interface Edge {
  from: string;
  to: string;
}

export interface Size {
  width: number;
  height: number;
  /** Between layers. */
  gapX: number;
  gapY: number;
}

export interface Point {
  x: number;
  y: number;
}

export interface Layout {
  width: number;
  height: number;
  /** By id, the top left corner. */
  places: ReadonlyMap<string, Point>;
  /** Each edge with the points that its line goes through, from the right of one to the left of the other. */
  lines: readonly { edge: Edge; points: readonly Point[] }[];
}

/** Ids in the order in which they are to stand where nothing else decides. */
export const layOut = (ids: readonly string[], edges: readonly Edge[], size: Size): Layout => {
  const known = new Set(ids);
  const inside = edges.filter(({ from, to }) => known.has(from) && known.has(to));
  const layerOf = layersOf(ids, inside);
  const { columns, chains } = columnsWithBends(ids, inside, layerOf);
  const joined = neighboursOf(chains);
  const ordered = untangle(columns, joined);
  const heightOf = (id: string) => (known.has(id) ? size.height : size.gapY);
  const tops = topsOf(ordered, joined, heightOf, size.gapY);
  const xOf = (column: number) => column * (size.width + size.gapX);
  const places = new Map<string, Point>();
  for (const [column, members] of ordered.entries())
    for (const id of members) places.set(id, { x: xOf(column), y: tops.get(id)! });
  return {
    width: Math.max(0, xOf(ordered.length) - size.gapX),
    height: Math.max(0, ...[...tops].map(([id, top]) => top + heightOf(id))),
    places: new Map(ids.map((id) => [id, places.get(id)!])),
    lines: chains.map(({ edge, through }) => ({
      edge,
      points: pointsOf(through, places, size),
    })),
  };
};

/** The longest way from anything that uses nothing. */
export const layersOf = (ids: readonly string[], edges: readonly Edge[]): ReadonlyMap<string, number> => {
  const uses = new Map<string, string[]>(ids.map((id) => [id, []]));
  for (const { from, to } of edges) uses.get(to)?.push(from);
  const layers = new Map<string, number>();
  const layerOf = (id: string): number => {
    const found = layers.get(id);
    if (found !== undefined) return found;
    layers.set(id, 0);
    const layer = Math.max(-1, ...(uses.get(id) ?? []).map(layerOf)) + 1;
    layers.set(id, layer);
    return layer;
  };
  for (const id of ids) layerOf(id);
  return layers;
};

interface Chain {
  edge: Edge;
  /** Ids from one end to the other, with those of the bends between. */
  through: readonly string[];
}

const columnsWithBends = (
  ids: readonly string[],
  edges: readonly Edge[],
  layerOf: ReadonlyMap<string, number>,
) => {
  const columns = Array.from({ length: Math.max(-1, ...layerOf.values()) + 1 }, (): string[] => []);
  const put = (column: number, id: string) => columns[column]!.push(id);
  for (const id of ids) put(layerOf.get(id)!, id);
  const chains = edges.map((edge): Chain => {
    const [first, last] = [layerOf.get(edge.from)!, layerOf.get(edge.to)!];
    const bends = Array.from({ length: Math.max(0, last - first - 1) }, (_, index) => {
      const bend = `${edge.from}→${edge.to}#${index}`;
      put(first + 1 + index, bend);
      return bend;
    });
    return { edge, through: [edge.from, ...bends, edge.to] };
  });
  return { columns, chains };
};

type Neighbours = ReadonlyMap<string, { before: readonly string[]; after: readonly string[] }>;

const neighboursOf = (chains: readonly Chain[]): Neighbours => {
  const joined = new Map<string, { before: string[]; after: string[] }>();
  const of = (id: string) => {
    const known = joined.get(id) ?? { before: [], after: [] };
    joined.set(id, known);
    return known;
  };
  for (const { through } of chains)
    for (const [index, id] of through.slice(1).entries()) {
      of(through[index]!).after.push(id);
      of(id).before.push(through[index]!);
    }
  return joined;
};

const sweeps = 6;

const untangle = (columns: readonly string[][], joined: Neighbours): string[][] => {
  let ordered = columns.map((members) => [...members]);
  for (let sweep = 0; sweep < sweeps; sweep++) {
    const isForth = sweep % 2 === 0;
    const side = isForth ? "before" : "after";
    const visited = isForth ? ordered : [...ordered].reverse();
    for (const [index, members] of visited.entries()) {
      const beside = visited[index - 1];
      if (beside) sortBy(members, (id) => (joined.get(id)?.[side] ?? []).map((one) => beside.indexOf(one)));
    }
    ordered = isForth ? visited : visited.reverse();
  }
  return ordered;
};

/** By the mean of positions; what has none stays where it is among the others. */
const sortBy = (members: string[], positionsOf: (id: string) => number[]): void => {
  const keys = new Map(
    members.map((id, index) => {
      const positions = positionsOf(id).filter((position) => position >= 0);
      return [id, positions.length > 0 ? mean(positions) : index] as const;
    }),
  );
  members.sort((a, b) => keys.get(a)! - keys.get(b)!);
};

/** Each beside the middle of what it uses, as far as those above leave room; then all columns begin at nought. */
const topsOf = (
  columns: readonly (readonly string[])[],
  joined: Neighbours,
  heightOf: (id: string) => number,
  gap: number,
): ReadonlyMap<string, number> => {
  const tops = new Map<string, number>();
  const middle = (id: string) => tops.get(id)! + heightOf(id) / 2;
  for (const members of columns) {
    const wishes = members.map((id) => {
      const before = joined.get(id)?.before.filter((one) => tops.has(one)) ?? [];
      return before.length > 0 ? mean(before.map(middle)) - heightOf(id) / 2 : undefined;
    });
    let next = Number.NEGATIVE_INFINITY;
    for (const [index, id] of members.entries()) {
      const top = Math.max(wishes[index] ?? (Number.isFinite(next) ? next : 0), next);
      tops.set(id, top);
      next = top + heightOf(id) + gap;
    }
    const drifts = members.flatMap((id, index) =>
      wishes[index] === undefined ? [] : tops.get(id)! - wishes[index]!,
    );
    const drift = drifts.length > 0 ? mean(drifts) : 0;
    for (const id of members) tops.set(id, tops.get(id)! - drift);
  }
  const highest = Math.min(...tops.values());
  return new Map([...tops].map(([id, top]) => [id, top - highest]));
};

const pointsOf = (
  through: readonly string[],
  places: ReadonlyMap<string, Point>,
  { width, height, gapY }: Size,
): Point[] =>
  through.flatMap((id, index) => {
    const { x, y } = places.get(id)!;
    if (index === 0) return [{ x: x + width, y: y + height / 2 }];
    if (index === through.length - 1) return [{ x, y: y + height / 2 }];
    return [
      { x, y: y + gapY / 2 },
      { x: x + width, y: y + gapY / 2 },
    ];
  });

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
