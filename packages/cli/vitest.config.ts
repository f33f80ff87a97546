import { defineConfig } from "vitest/config";

/** Each command is a process of its own, and several run per test. */
export default defineConfig({ test: { testTimeout: 60_000, hookTimeout: 60_000 } });
