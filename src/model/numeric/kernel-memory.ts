// Memory of WebAssembly kernels: arrays that are laid out in one block, of which the loops take pointers.

/** The part of WebAssembly that we use: TypeScript declares it only together with browsers. */
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array);
  }
  class Memory {
    constructor(size: { initial: number; maximum?: number; shared?: boolean });
    readonly buffer: ArrayBufferLike;
    grow(pages: number): number;
  }
  class Instance {
    constructor(module: Module, imports: { env: { memory: Memory } });
    readonly exports: unknown;
  }
}

export type WasmMemory = WebAssembly.Memory;
export type WasmModule = WebAssembly.Module;

export const pageBytes = 65_536;
const maxPages = 65_536;
export const pagesOf = (layout: Layout): number => Math.ceil(bytesOf(layout) / pageBytes);

/** Throws where the engine has no memory of the size. */
export const newMemory = (pages: number): WasmMemory => new WebAssembly.Memory({ initial: pages });
/** Memory that can grow. */
export const newSharedMemory = (): WasmMemory =>
  new WebAssembly.Memory({ initial: 1, maximum: maxPages, shared: true });

export const compiled = (base64: string): WasmModule =>
  new WebAssembly.Module(Uint8Array.from(atob(base64), (c) => c.charCodeAt(0)));

/** The functions of a module whose memory is imported. */
export const exportsOf = (module: WasmModule, memory: WasmMemory): unknown =>
  new WebAssembly.Instance(module, { env: { memory } }).exports;

interface Arrays {
  u8: Uint8Array;
  i32: Int32Array;
  f32: Float32Array;
  f64: Float64Array;
}

/** Names of arrays, with their kinds and lengths. */
export type Layout = Record<string, readonly [kind: keyof Arrays, length: number]>;
export type LaidOut<L extends Layout> = { [Name in keyof L]: Arrays[L[Name][0]] };

/** The beginning of memory is left free: a pointer to it stands for no array. */
const firstByte = 16;
const wordBytes = { u8: 1, i32: 4, f32: 4, f64: 8 } as const;

export const bytesOf = (layout: Layout): number =>
  Object.values(layout).reduce((at, [kind, length]) => at + padded(length * wordBytes[kind]), firstByte);

export const layOut = <L extends Layout>(layout: L, buffer: ArrayBufferLike): LaidOut<L> => {
  let at = firstByte;
  const arrays = Object.entries(layout).map(([name, [kind, length]]) => {
    const array = viewOf(kind, buffer, at, length);
    at += padded(array.byteLength);
    return [name, array];
  });
  return Object.fromEntries(arrays);
};

const padded = (bytes: number): number => Math.ceil(bytes / 16) * 16;

const viewOf = (kind: keyof Arrays, buffer: ArrayBufferLike, at: number, length: number) => {
  switch (kind) {
    case "u8":
      return new Uint8Array(buffer, at, length);
    case "i32":
      return new Int32Array(buffer, at, length);
    case "f32":
      return new Float32Array(buffer, at, length);
    case "f64":
      return new Float64Array(buffer, at, length);
  }
};
