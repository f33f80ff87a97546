import { defineConfig } from "vitest/config";
import { defaults } from "../../vitest.defaults.ts";

/** Each file has its own store, database and folder. Two cores can run two files at a time. */
export default defineConfig({ test: { ...defaults, name: "object-store", maxWorkers: 2 } });
