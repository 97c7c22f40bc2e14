// Client of a Bellwether service: from a file of orders to calibrated probabilities for each customer.

export { Bellwether, type Options, type ResourceOf } from "./client.js";
export type { Row } from "./csv.js";
export { BellwetherError, BuildFailed, NoAnswer, OpenQuestions, Refused, WaitTimeout } from "./errors.js";
export type { OnEventError, TrackedEvent } from "./events.js";
export type { AnswerOf, BodyOf, Call, Kind, PathOf, RequestOf, Schemas } from "./operations.js";
export {
  type Bounds,
  Dataset,
  Prediction,
  type Reason,
  Resource,
  type Score,
  Target,
  type Waiting,
} from "./resources.js";
export type { Data, Progress, Watched } from "./uploads.js";
