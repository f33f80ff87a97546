import { defineConfig } from "vitest/config";

/**
 * All packages in one run, against the server of DATABASE_URL; each package's own configuration, where it has one,
 * holds for its files.
 */
export default defineConfig({
  test: {
    projects: ["packages/*", "apps/*", "prisma", "scripts"],
    slowTestThreshold: 10_000, // the report lists slow tests one by one: only those worth a look
  },
});
