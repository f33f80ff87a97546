import { rmSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "@playwright/test";
import { consoleUrlOf, environmentOf, newProduct, type Product, productsUnderTest } from "./src/product.ts";

/** Two cores can run two browsers, each with its own installation. */
const WORKERS = 2;

// Both the runner and its workers load this file. The runner allocates the products, and the workers read them from the
// environment.
if (process.env.FULMAR_E2E === undefined) {
  const fresh = await Promise.all(Array.from({ length: WORKERS }, newProduct));
  process.env.FULMAR_E2E = JSON.stringify(fresh);
  // The products have stopped by then.
  process.once("exit", () => {
    for (const { dataDir } of fresh) rmSync(dataDir, { recursive: true, force: true });
  });
}
const products = productsUnderTest();
/** The product of this worker. */
const product = products[Number(process.env.TEST_PARALLEL_INDEX ?? 0)];
const executablePath = process.env.FULMAR_CHROMIUM;

export default defineConfig({
  testDir: "tests",
  timeout: 120_000,
  expect: {
    timeout: 20_000,
    // Ids and times differ in each run. A larger difference fails the test (tests/pictures.spec.ts).
    toHaveScreenshot: { maxDiffPixelRatio: 0.03, pathTemplate: "../docs/pictures/{arg}{ext}" },
  },
  workers: products.length,
  reporter: [["list"]],
  use: {
    ...(product !== undefined && { baseURL: consoleUrlOf(product) }),
    // Without motion, dialogs appear at once and clicks do not wait for animations.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: { ...(executablePath && { executablePath }), args: ["--no-sandbox", "--disable-dev-shm-usage"] },
    screenshot: "only-on-failure",
    // Tracing every step costs a tenth of the run. Use `--trace on` to record the tests under investigation.
    trace: "off",
  },
  projects: [
    { name: "session", testMatch: "session.setup.ts" },
    { name: "console", testMatch: "*.spec.ts", dependencies: ["session"] },
    { name: "left out", testMatch: "left-out.check.ts", dependencies: ["console"] },
  ],
  // For work on the tests themselves: FULMAR_E2E names an installation that is already running.
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
