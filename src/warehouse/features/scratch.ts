// Scratch memory: arrays for one stretch of people, whose memory the next stretch uses again. Allocating new
// arrays for each stretch would take as long as the features themselves.

export class Scratch {
  private readonly arrays: Float64Array[] = [];
  private used = 0;

  /** Array of this length. Its contents are arbitrary. */
  numbers(length: number): Float64Array {
    const array = this.arrays[this.used];
    const own = array && array.length >= length ? array : new Float64Array(length);
    this.arrays[this.used++] = own;
    return own.subarray(0, length);
  }

  /** Gives all arrays back. */
  reset(): void {
    this.used = 0;
  }
}
