import { rmSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "@playwright/test";
import { consoleUrlOf, environmentOf, newProduct, type Product, productsUnderTest } from "./src/product.ts";

/** Two browsers, each with an installation of its own, are what two cores carry. */
const WORKERS = 2;

// This file is read by the runner and again by each of its workers: the first decides, the others find it in the
// environment.
if (process.env.FULMAR_E2E === undefined) {
  const fresh = await Promise.all(Array.from({ length: WORKERS }, newProduct));
  process.env.FULMAR_E2E = JSON.stringify(fresh);
  // By then the products have been stopped.
  process.once("exit", () => {
    for (const { dataDir } of fresh) rmSync(dataDir, { recursive: true, force: true });
  });
}
const products = productsUnderTest();
/** The one of this worker. */
const product = products[Number(process.env.TEST_PARALLEL_INDEX ?? 0)];
const executablePath = process.env.FULMAR_CHROMIUM;

export default defineConfig({
  testDir: "tests",
  timeout: 120_000,
  expect: {
    timeout: 20_000,
    // Ids and moments are each run's own; whatever is more than these fails (tests/pictures.spec.ts).
    toHaveScreenshot: { maxDiffPixelRatio: 0.03, pathTemplate: "../docs/pictures/{arg}{ext}" },
  },
  workers: products.length,
  reporter: [["list"]],
  use: {
    ...(product !== undefined && { baseURL: consoleUrlOf(product) }),
    // Nobody looks: dialogs are there at once, and a click need not wait until they have stopped moving.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: { ...(executablePath && { executablePath }), args: ["--no-sandbox", "--disable-dev-shm-usage"] },
    screenshot: "only-on-failure",
    // Recording every step costs a tenth of the run: `--trace on` records those of a test that is looked into.
    trace: "off",
  },
  projects: [
    { name: "session", testMatch: "session.setup.ts" },
    { name: "console", testMatch: "*.spec.ts", dependencies: ["session"] },
    { name: "left out", testMatch: "left-out.check.ts", dependencies: ["console"] },
  ],
  // For work on the tests themselves: FULMAR_E2E names an installation that runs already.
  ...(process.env.FULMAR_E2E_RUNNING === undefined && { webServer: products.map(webServer) }),
});

function webServer(product: Product) {
  return {
    command: `node ${join(import.meta.dirname, "../scripts/run.mjs")} start`,
    url: `${consoleUrlOf(product)}/sign-in`,
    env: environmentOf(product),
    timeout: 180_000,
    gracefulShutdown: { signal: "SIGTERM" as const, timeout: 20_000 },
    stdout: "pipe" as const,
  };
}
