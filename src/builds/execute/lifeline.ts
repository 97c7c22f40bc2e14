// The lifeline: a thread that ends an orphan. A step may compute for minutes without a turn of its event
// loop, and would not notice that its parent is dead. This thread does: standard input is a pipe that the
// parent never writes to, and that closes with the parent.

import { Socket } from "node:net";

new Socket({ fd: 0 }).on("close", () => process.kill(process.pid, "SIGKILL")).resume();
