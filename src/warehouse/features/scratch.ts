// Scratch memory: arrays for one stretch of people, whose memory the next feature or the next stretch uses again.
// Allocating new arrays for each feature would take as long as the features themselves, and as much memory as
// there are features for each event.

export class Scratch {
  private readonly free: Float64Array[] = [];
  private readonly lent: Float64Array[] = [];
  private readonly kept: Float64Array[] = [];
  private keeping = 0;

  /**
   * Array of this length with arbitrary contents. It holds until the end of the feature, or of the stretch if
   * it is kept.
   */
  numbers(length: number): Float64Array {
    const array = this.free.pop();
    const own = array && array.length >= length ? array : new Float64Array(length);
    (this.keeping > 0 ? this.kept : this.lent).push(own);
    return own.subarray(0, length);
  }

  /** Arrays that are taken meanwhile hold until the end of the stretch: several features read them. */
  keep<T>(make: () => T): T {
    this.keeping++;
    try {
      return make();
    } finally {
      this.keeping--;
    }
  }

  endFeature(): void {
    this.free.push(...this.lent.splice(0));
  }

  endStretch(): void {
    this.endFeature();
    this.free.push(...this.kept.splice(0));
  }
}
