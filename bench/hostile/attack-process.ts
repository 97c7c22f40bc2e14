// Process of the attackers: gets its orders, attacks until it is told to stop, and tells what came back.

import { once } from "node:events";
import { attackUntil, type Orders } from "./attackers.js";

process.once("disconnect", () => process.exit());
process.send!("ready");
const [orders] = (await once(process, "message")) as [Orders];
const stopping = new AbortController();
process.once("message", () => stopping.abort());
process.send!(await attackUntil(stopping.signal, orders));
