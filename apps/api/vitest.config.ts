import { defineConfig } from "vitest/config";
import { limits } from "../../vitest.limits.ts";

/** Each file has an API and a database of its own; two at a time are what two cores carry. */
export default defineConfig({ test: { ...limits, name: "api", maxWorkers: 2 } });
