// Starts, monitors and stops one long-running process of the product.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { inProject } from "./project.mjs";

/**
 * Starts `node <args>`. `onLine` gets each line of output. `ended` resolves with a description of the exit and the last
 * lines. `stop` kills the process after `patienceMs`.
 */
export function startService(name, args, { env, onLine, patienceMs }) {
  // The process has its own session, so that Ctrl-C in a terminal reaches only the launcher, which stops its processes
  // in order.
  const child = spawn(process.execPath, ["--import", inProject("scripts/stop-with-parent.mjs"), ...args], {
    cwd: inProject(),
    env: { ...env, FULMAR_LAUNCHER: String(process.pid) },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const lastLines = [];
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on("line", (line) => {
      lastLines.push(line);
      if (lastLines.length > 20) lastLines.shift();
      onLine(name, line);
    });
  }
  const ended = new Promise((resolve) => {
    child.once("error", (error) => resolve(`The ${name} could not be started: ${error.message}`));
    child.once("close", (code, signal) =>
      resolve(
        `The ${name} stopped by itself (${signal ?? `exit code ${code}`}). It said last:\n${lastLines.join("\n")}`,
      ),
    );
  });
  return {
    name,
    ended,
    async stop() {
      child.kill("SIGTERM");
      const graceful = await Promise.race([ended.then(() => true), delay(patienceMs, false, { ref: false })]);
      if (!graceful) child.kill("SIGKILL");
      await ended;
    },
  };
}
