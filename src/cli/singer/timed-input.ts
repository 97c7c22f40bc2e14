// Chunks of an input, and between them the moments at which something is due though nothing comes.

/** `null` when `dueMs`, of `performance.now()`, is reached before the next chunk; it is asked for before each. */
export async function* chunksUntil(
  input: AsyncIterable<Buffer>,
  dueMs: () => number | null,
): AsyncGenerator<Buffer | null> {
  const chunks = input[Symbol.asyncIterator]();
  let next = chunks.next();
  next.catch(() => {});
  for (;;) {
    const due = dueMs();
    if (due !== null && (due <= performance.now() || (await isLate(next, due)))) {
      yield null;
      continue;
    }
    const { value, done } = await next;
    if (done) return;
    next = chunks.next();
    next.catch(() => {});
    yield value;
  }
}

const isLate = async (next: Promise<unknown>, dueMs: number): Promise<boolean> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(true), Math.max(0, dueMs - performance.now()));
  });
  try {
    return await Promise.race([next.then(() => false), late]);
  } finally {
    clearTimeout(timer);
  }
};
