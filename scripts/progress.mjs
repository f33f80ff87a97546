// Prints progress to stderr, one line per phase. stdout is for a command's answer.
import { spawn } from "node:child_process";

const interactive = process.stderr.isTTY;
const running = new Set();
let stopped = false;

/** Runs the work and prints how long it took. Rethrows its errors. */
export async function phase(title, work) {
  const start = performance.now();
  if (interactive) process.stderr.write(`  … ${title}`);
  const line = (mark) =>
    `${interactive ? "\r" : ""}  ${mark} ${title.padEnd(24)} ` +
    `${((performance.now() - start) / 1000).toFixed(1).padStart(5)} s\n`;
  try {
    const result = await work();
    process.stderr.write(line("✓"));
    return result;
  } catch (error) {
    process.stderr.write(line("✗"));
    throw error;
  }
}

/** Runs a command quietly and returns its output. Throws the end of the output when the command fails. */
export async function command(program, args, options) {
  const { code, signal, output } = await collect(program, args, options);
  if (code === 0) return output;
  const end = output.trim().split("\n").slice(-100).join("\n");
  throw new Error(`\`${[program, ...args].join(" ")}\` failed (${signal ?? `exit code ${code}`}):\n${end}`);
}

/** Runs a command beside others: its output is printed when it has ended. Returns its exit code and its output. */
export async function background(program, args, options) {
  const { code, output } = await collect(program, args, options);
  process.stdout.write(output);
  return { code: code ?? 1, output };
}

function collect(program, args, options) {
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
    child.once("exit", () => stopped && closeOutput(child));
    child.once("close", (code, signal) => {
      running.delete(child);
      resolve({ code, signal, output });
    });
  });
}

/** Runs a command in the foreground, on our terminal. Returns its exit code. */
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

/** Forwards a signal to the running commands and prevents new ones. */
export function signalCommands(signal) {
  stopped = true;
  for (const child of running) {
    child.kill(signal);
    if (child.exitCode !== null || child.signalCode !== null) closeOutput(child);
  }
}

/** Waits no longer for the output of a command that has ended: what it has started may hold it open for good. */
function closeOutput(child) {
  for (const stream of [child.stdout, child.stderr]) stream?.destroy();
}
