import { defineConfig } from "vitest/config";
import { defaults } from "../../vitest.defaults.ts";

/** Each file has a store, a database and a folder of its own; two at a time are what two cores carry. */
export default defineConfig({ test: { ...defaults, name: "object-store", maxWorkers: 2 } });
