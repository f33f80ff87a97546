import { defineConfig } from "vitest/config";
import { defaults } from "../../vitest.defaults.ts";

/** Each file has its own API and database. Two cores can run two files at a time. */
export default defineConfig({ test: { ...defaults, name: "api", maxWorkers: 2 } });
