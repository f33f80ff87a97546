// Progress on stderr, one line per phase; stdout stays free for what a command answers.
import { spawn } from "node:child_process";

const interactive = process.stderr.isTTY;
const running = new Set();
let stopped = false;

/** Does the work and says how long it took; what it throws goes on to the caller. */
export async function phase(title, work) {
  const start = performance.now();
  if (interactive) process.stderr.write(`  … ${title}`);
  const line = (mark) =>
    `${interactive ? "\r" : ""}  ${mark} ${title.padEnd(24)} ${((performance.now() - start) / 1000).toFixed(1).padStart(5)} s\n`;
  try {
    const result = await work();
    process.stderr.write(line("✓"));
    return result;
  } catch (error) {
    process.stderr.write(line("✗"));
    throw error;
  }
}

/** Runs a command quietly and returns its output; throws with the end of it when the command fails. */
export function command(program, args, options) {
  return new Promise((resolve, reject) => {
    if (stopped) throw new Error("Stopped.");
    const child = spawn(program, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
    running.add(child);
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (data) => {
        output += data;
      });
    }
    child.once("error", reject);
    child.once("close", (code, signal) => {
      running.delete(child);
      if (code === 0) resolve(output);
      else
        reject(
          new Error(
            `\`${[program, ...args].join(" ")}\` failed (${signal ?? `exit code ${code}`}):\n${output.trim().split("\n").slice(-100).join("\n")}`,
          ),
        );
    });
  });
}

/** Runs a command in the foreground, on our own terminal; returns its exit code. */
export function foreground(program, args, options) {
  return new Promise((resolve, reject) => {
    if (stopped) throw new Error("Stopped.");
    const child = spawn(program, args, { ...options, stdio: "inherit" });
    running.add(child);
    child.once("error", reject);
    child.once("close", (code) => {
      running.delete(child);
      resolve(code ?? 1);
    });
  });
}

/** Passes a signal on to the commands that run now; none is started after it. */
export function signalCommands(signal) {
  stopped = true;
  for (const child of running) child.kill(signal);
}
