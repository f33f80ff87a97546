import { defineConfig } from "vitest/config";

// Tests start processes; the limit is there for what never comes, not for a busy machine.
export default defineConfig({ test: { testTimeout: 60_000, hookTimeout: 60_000 } });
