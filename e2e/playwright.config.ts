import { rmSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "@playwright/test";
import { environmentOf, newProduct, type Product } from "./src/product.ts";

// This file is read by the runner and again by each of its workers: the first decides, the others find it in the environment.
if (process.env.FULMAR_E2E === undefined) {
  const fresh = await newProduct();
  process.env.FULMAR_E2E = JSON.stringify(fresh);
  // By then the product has been stopped.
  process.once("exit", () => rmSync(fresh.dataDir, { recursive: true, force: true }));
}
const product: Product = JSON.parse(process.env.FULMAR_E2E);
const executablePath = process.env.FULMAR_CHROMIUM;
const consoleUrl = `http://127.0.0.1:${product.consolePort}`;

export default defineConfig({
  testDir: "tests",
  timeout: 60_000,
  expect: {
    timeout: 15_000,
    // Ids and moments are each run's own; whatever is more than these fails (tests/pictures.spec.ts).
    toHaveScreenshot: { maxDiffPixelRatio: 0.03, pathTemplate: "../docs/pictures/{arg}{ext}" },
  },
  workers: 1,
  reporter: [["list"]],
  use: {
    baseURL: consoleUrl,
    launchOptions: { ...(executablePath && { executablePath }), args: ["--no-sandbox", "--disable-dev-shm-usage"] },
    screenshot: "only-on-failure",
    trace: "retain-on-failure",
  },
  projects: [
    { name: "session", testMatch: "session.setup.ts" },
    { name: "console", testMatch: "*.spec.ts", dependencies: ["session"] },
  ],
  // For work on the tests themselves: FULMAR_E2E names an installation that runs already.
  ...(process.env.FULMAR_E2E_RUNNING === undefined && { webServer: webServer() }),
});

function webServer() {
  return {
    command: `node ${join(import.meta.dirname, "../scripts/run.mjs")} start`,
    url: `${consoleUrl}/sign-in`,
    env: environmentOf(product),
    // An installation that runs already, named by FULMAR_E2E, is tested as it is.
    reuseExistingServer: process.env.FULMAR_E2E_RUNNING === "1",
    timeout: 180_000,
    gracefulShutdown: { signal: "SIGTERM" as const, timeout: 20_000 },
    stdout: "pipe" as const,
  };
}
