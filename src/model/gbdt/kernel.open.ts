// The fast loops where the engine has WebAssembly, the plain ones where it has not.

import type { OpenKernel } from "./kernel.js";
import { openOracleKernel } from "./kernel.oracle.js";
import { openWasmKernel } from "./kernel.wasm.js";

export const openKernel: OpenKernel = "WebAssembly" in globalThis ? openWasmKernel : openOracleKernel;
