// Reads: the files that running work uses. A step reads the results and uploads of the moment when it was claimed, and a newer one may
// replace them while it runs; the sweep leaves them until the work has ended.

export class Reads {
  private readonly held = new Set<ReadonlySet<string>>();

  /** Holds files and directories, by their paths relative to the data directory, until the returned function is called. */
  hold(paths: Iterable<string>): () => void {
    const mine = new Set(paths);
    this.held.add(mine);
    return () => this.held.delete(mine);
  }

  includes(path: string): boolean {
    return [...this.held].some((paths) => paths.has(path));
  }
}
