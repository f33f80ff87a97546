// Starts, monitors, restarts and stops one long-running process of the product.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { inProject } from "./project.mjs";

/** The delays before the first, second and third restart within a minute. A fourth does not follow. */
const RESTART_DELAYS_MS = [1000, 2000, 4000];
/** The level of a warning in log lines. */
const WARNING = 40;
const MINUTE_MS = 60_000;

/**
 * Starts `node <args>`. `onLine` gets each line of output. After `keepRunning`, a process that ends by itself is
 * restarted. `ended` resolves, with a description of the exit and the last lines, when it is not. `stop` kills the
 * process after `patienceMs`.
 */
export function startService(name, args, { env, onLine, patienceMs, restartDelaysMs = RESTART_DELAYS_MS }) {
  const stopped = new AbortController();
  let keep = false;
  let current = startProcess(name, args, { env, onLine });

  async function supervise() {
    let restarts = [];
    for (;;) {
      const { cause, lastLines } = await current.ended;
      restarts = restarts.filter((time) => time > Date.now() - MINUTE_MS);
      const delayMs = restartDelaysMs[restarts.length];
      if (stopped.signal.aborted || !keep || delayMs === undefined) {
        const after = restarts.length === 0 ? "" : ` after ${restarts.length} restarts within a minute`;
        return `The ${name} stopped by itself (${cause})${after}. It said last:\n${lastLines.join("\n")}`;
      }
      const msg = `The ${name} stopped by itself (${cause}). It is restarted in ${delayMs / 1000} s.`;
      onLine(name, JSON.stringify({ level: WARNING, time: new Date().toISOString(), msg }));
      await delay(delayMs, undefined, { signal: stopped.signal }).catch(() => undefined);
      if (stopped.signal.aborted) return `The ${name} was stopped.`;
      restarts.push(Date.now());
      current = startProcess(name, args, { env, onLine });
    }
  }

  const ended = supervise();
  return {
    name,
    ended,
    keepRunning() {
      keep = true;
    },
    async stop() {
      stopped.abort();
      current.kill("SIGTERM");
      const graceful = await Promise.race([ended.then(() => true), delay(patienceMs, false, { ref: false })]);
      if (!graceful) current.kill("SIGKILL");
      await ended;
    },
  };
}

/** `ended` resolves with the cause of the end and the last lines of output. */
function startProcess(name, args, { env, onLine }) {
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
    child.once("error", (error) => resolve({ cause: error.message, lastLines }));
    child.once("close", (code, signal) => resolve({ cause: signal ?? `exit code ${code}`, lastLines }));
  });
  return { ended, kill: (signal) => child.kill(signal) };
}
