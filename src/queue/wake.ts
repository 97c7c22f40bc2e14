// A sleep that ends early when there is work or when the program stops.

export class WakeSignal {
  readonly #sleepers = new Set<() => void>();

  wake(): void {
    for (const rise of this.#sleepers) rise();
  }

  sleep(signal: AbortSignal, ms: number): Promise<void> {
    if (signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const rise = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", rise);
        this.#sleepers.delete(rise);
        resolve();
      };
      const timer = setTimeout(rise, ms);
      signal.addEventListener("abort", rise);
      this.#sleepers.add(rise);
    });
  }
}
