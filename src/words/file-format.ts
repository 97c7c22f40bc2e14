// File formats that can be uploaded, in words: for the service and the console.

export { cureOf, readableEnding } from "../domain/file-format.js";
