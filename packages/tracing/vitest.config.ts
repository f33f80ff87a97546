import { defineConfig } from "vitest/config";
import { defaults } from "../../vitest.defaults.ts";

export default defineConfig({ test: defaults });
