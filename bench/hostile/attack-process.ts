// Process of the attackers: gets its orders, attacks until it gets the one to stop, and reports what came back.

import { once } from "node:events";
import { attackUntil, type Orders } from "./attackers.js";

process.once("disconnect", () => process.exit());
process.send!("ready");
const [orders] = (await once(process, "message")) as [Orders];
const stopping = new AbortController();
process.once("message", () => stopping.abort());
process.send!(await attackUntil(stopping.signal, orders));
