import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import "@fulmar/core/identity";
import "@fulmar/trpc";

/**
 * Runs the console for `npm run dev`. Node restarts this process when a file is saved that it imports: the domain,
 * which Next does not compile. It would watch what Next compiles, too, so Next runs in a process of its own.
 */
const { WATCH_REPORT_DEPENDENCIES: _, ...env } = process.env;
const server = spawn(process.execPath, [...process.execArgv, join(import.meta.dirname, "../main.ts")], {
  env: { ...env, NODE_ENV: "development" },
  stdio: "inherit",
});
for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => server.kill(signal));
const [code] = await once(server, "exit");
process.exitCode = code ?? 1;
