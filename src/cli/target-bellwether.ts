#!/usr/bin/env node
// Name of `bellwether target` that runners of taps and targets, such as Meltano, look for.

process.argv.splice(2, 0, "target");
await import("./main.js");

export {};
