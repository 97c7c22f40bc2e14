// The process in which one step runs. It bounds the memory of the step and contains its crashes, killing it
// cancels the step, and the event loop of the service never waits for it.

import { serveRequests } from "./serve.js";
import { runStep } from "./step.js";

serveRequests(runStep);
