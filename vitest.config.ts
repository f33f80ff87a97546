import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const ROOT = import.meta.dirname;

/** Seconds that each test file took when its time was last recorded. */
const landed: Readonly<Record<string, number>> = JSON.parse(
  readFileSync(new URL("scripts/test-time.json", import.meta.url), "utf8"),
).files;

/** The longest files begin first, so that none of them runs alone at the end. A new file begins before all of them. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const seconds = ({ moduleId }: TestSpecification) => landed[relative(ROOT, moduleId)] ?? Number.POSITIVE_INFINITY;
    // A worker keeps what it has imported while the next file is of the same project.
    const ofProject = (file: TestSpecification) => (file.project.name === "postgres-17" ? 1 : 0);
    return files.toSorted((a, b) => ofProject(a) - ofProject(b) || seconds(b) - seconds(a) || 0);
  }
}

/**
 * What holds for the tests of every package.
 * - The limits, in milliseconds, are there for what never comes, not for a busy machine: tests poll on conditions,
 *   start processes and make databases, and none of them measures time.
 * - Files share their process and what was imported there, which saves a quarter of the time: each has a database, a
 *   server and a folder of its own, and none leaves anything changed for the next.
 */
const defaults = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 45_000 } },
  isolate: false,
};

/** The files that run on PostgreSQL 17, too: what differs between versions, and what a difference would break first. */
const ON_17 = [
  "prisma/src/migrate.test.ts",
  "prisma/src/row-level-security.test.ts",
  "prisma/src/grants.test.ts",
  "packages/testkit/src/transaction.test.ts",
  "packages/engine/src/cancel.test.ts",
  "packages/core/test/compute/vm-life.test.ts",
  "packages/core/test/alerts/evaluate-alerts.test.ts",
  "apps/object-store/test/multipart.test.ts",
  "apps/object-store/test/versions.test.ts",
];

const { FULMAR_TEST_URL_17 } = process.env;

/** All packages in one run, against the server of DATABASE_URL; some files again on that of FULMAR_TEST_URL_17. */
export default defineConfig({
  test: {
    // `npm run repeat` runs files in random order.
    ...(process.env.FULMAR_TEST_ORDER !== "random" && { sequence: { sequencer: LongestFirst } }),
    slowTestThreshold: 10_000, // the report lists slow tests one by one: only those worth a look
    projects: [
      {
        test: {
          ...defaults,
          name: "tests",
          include: [
            "{apps,packages}/*/{src,test,tools,generator,browser}/**/*.test.{ts,tsx}",
            "{prisma,scripts}/**/*.test.ts",
          ],
        },
      },
      ...(FULMAR_TEST_URL_17
        ? [
            {
              test: {
                ...defaults,
                name: "postgres-17",
                include: ON_17,
                env: { DATABASE_URL: FULMAR_TEST_URL_17, FULMAR_TEST_POSTGRES: "17" },
              },
            },
          ]
        : []),
    ],
  },
});
