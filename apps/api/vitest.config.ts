import { defineConfig } from "vitest/config";

/** Each file has an API and a database of its own; two at a time are what two cores carry. */
export default defineConfig({ test: { name: "api", maxWorkers: 2, hookTimeout: 30_000, testTimeout: 30_000 } });
