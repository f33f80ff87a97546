#!/usr/bin/env node
import * as nodeModule from "node:module";

// Code compiled once starts in two thirds of the time. The first versions of Node that run this have no such cache.
if ("enableCompileCache" in nodeModule) nodeModule.enableCompileCache();

// Imported after that, so that it is cached.
const { run } = await import("./run.ts");
await run(process.argv.slice(2));
