// The thread that ends an orphan. A step may compute for minutes without a turn of its event loop, and would not hear that
// its parent is gone; this thread does: standard input is a pipe that the parent never writes to, and has come to its end.

import { Socket } from "node:net";

new Socket({ fd: 0 }).on("close", () => process.kill(process.pid, "SIGKILL")).resume();
