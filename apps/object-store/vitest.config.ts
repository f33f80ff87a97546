import { defineConfig } from "vitest/config";

/** Each file has a store, a database and a folder of its own. */
export default defineConfig({ test: { name: "object-store", maxWorkers: 2, hookTimeout: 30_000, testTimeout: 30_000 } });
