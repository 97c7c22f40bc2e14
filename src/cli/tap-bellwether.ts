#!/usr/bin/env node
// Name of `bellwether tap` that runners of taps and targets, such as Meltano, look for.

process.argv.splice(2, 0, "tap");
await import("./main.js");

export {};
