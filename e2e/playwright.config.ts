import { existsSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "@playwright/test";
import { consoleUrlOf, environmentOf, newProduct, productUnderTest } from "./src/product.ts";

// Both the runner and its workers load this file. The runner allocates the installation, and the workers read it from
// the environment.
if (process.env.FULMAR_E2E === undefined) {
  const fresh = await newProduct();
  process.env.FULMAR_E2E = JSON.stringify(fresh);
  // It has stopped by then.
  process.once("exit", () => rmSync(fresh.dataDir, { recursive: true, force: true }));
}
const product = productUnderTest();
const executablePath = process.env.FULMAR_CHROMIUM;

/** Containers often have 64 MB of shared memory, with which a browser crashes. On disk it costs a twentieth more. */
const SHARED_MEMORY = "/dev/shm";
const ROOM_BYTES = 1024 ** 3;
const hasSharedMemory = existsSync(SHARED_MEMORY) && roomOf(SHARED_MEMORY) >= ROOM_BYTES;

function roomOf(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** Tests that change the simulated sites, which the organizations of all tests share. */
const OF_SITES = "sites/*.spec.ts";

/** Tests that add a site of their own, which the others would see. */
const OF_OWN_SITES = "own-sites/*.spec.ts";

/** Tests that change who may do what in the installation, such as make an organization, which the others do. */
const OF_INSTALLATION = "installation/*.spec.ts";

export default defineConfig({
  testDir: "tests",
  timeout: 120_000,
  expect: {
    timeout: 20_000,
    // Ids and times differ in each run. A larger difference fails the test (tests/pictures.spec.ts).
    toHaveScreenshot: { maxDiffPixelRatio: 0.03, pathTemplate: "../docs/pictures/{arg}{ext}" },
  },
  // The last projects mostly wait for sites, so that more of their tests run at a time.
  workers: 5,
  fullyParallel: true,
  reporter: [["list"]],
  use: {
    baseURL: consoleUrlOf(product),
    // Without motion, dialogs appear at once and clicks do not wait for animations.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: {
      ...(executablePath && { executablePath }),
      // Pages live for seconds, in which optimizing their code costs more than it saves: a twelfth of the run.
      args: [
        "--no-sandbox",
        ...(hasSharedMemory ? [] : ["--disable-dev-shm-usage"]),
        "--js-flags=--no-maglev --no-opt",
      ],
    },
    screenshot: "only-on-failure",
    // Tracing every step costs a tenth of the run. Use `--trace on` to record the tests under investigation.
    trace: "off",
  },
  globalSetup: "./src/uses.ts",
  projects: [
    // On two cores, two browsers leave a fifth of the time unused, because they wait for the console. Each test has an
    // organization of its own, so any can run at the same time.
    { name: "console", testMatch: "*.spec.ts", testIgnore: [OF_SITES, OF_OWN_SITES, OF_INSTALLATION], workers: 3 },
    { name: "sites", testMatch: OF_SITES, dependencies: ["console"], workers: 1 },
    { name: "own sites", testMatch: OF_OWN_SITES, dependencies: ["console"] },
    { name: "installation", testMatch: OF_INSTALLATION, dependencies: ["sites", "own sites"], workers: 1 },
    { name: "left out", testMatch: "left-out.check.ts", dependencies: ["installation"] },
  ],
  // For work on the tests themselves: FULMAR_E2E names an installation that is already running.
  ...(process.env.FULMAR_E2E_RUNNING === undefined && {
    webServer: {
      command: `node ${join(import.meta.dirname, "../scripts/run.mjs")} start`,
      url: `${consoleUrlOf(product)}/sign-in`,
      env: environmentOf(product),
      timeout: 180_000,
      gracefulShutdown: { signal: "SIGTERM", timeout: 20_000 },
      stdout: "pipe",
    },
  }),
});
