import { defineConfig } from "vitest/config";
import { limits } from "../../vitest.limits.ts";

/** Each file has a store, a database and a folder of its own; two at a time are what two cores carry. */
export default defineConfig({ test: { ...limits, name: "object-store", maxWorkers: 2 } });
