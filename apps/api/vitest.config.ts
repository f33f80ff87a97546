import { defineConfig } from "vitest/config";
import { defaults } from "../../vitest.defaults.ts";

/** Each file has an API and a database of its own; two at a time are what two cores carry. */
export default defineConfig({ test: { ...defaults, name: "api", maxWorkers: 2 } });
