import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { freePort } from "@fulmar/prisma/server";

const MOST_TRIES = 10;

const ENDS_WITH_PARENT = pathToFileURL(join(import.meta.dirname, "../../../scripts/stop-with-parent.mjs"));

/**
 * The environment of programs of ours that tests and drills start: the path that finds programs, the cache that starts
 * Node faster, and the module that ends them with the process that has started them.
 */
export function programEnvironment(): NodeJS.ProcessEnv {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return { PATH, NODE_COMPILE_CACHE, NODE_OPTIONS: `--import=${ENDS_WITH_PARENT}` };
}

/** A running program with its address. */
export interface ListeningProgram {
  readonly child: ChildProcess;
  readonly port: number;
}

/**
 * Starts one of our programs on a free port. Another process may take the port before the program listens. The program
 * then reports that and ends, and is started on another port. Readiness is read from its log, because another process
 * could answer on a taken port.
 * @param main the program's module
 * @param environment the environment for a port, besides that of every program
 * @param listening the log text that says that it listens
 * @throws Error with the output when it ends for another reason
 */
export async function startListening(
  main: string,
  environment: (port: number) => NodeJS.ProcessEnv,
  listening: string,
): Promise<ListeningProgram> {
  for (let tries = 1; ; tries++) {
    const port = await freePort();
    const env = { ...programEnvironment(), ...environment(port) };
    const child = spawn(process.execPath, [main], { env, stdio: ["ignore", "pipe", "pipe"] });
    let said = "";
    child.stderr.on("data", (text) => {
      said += String(text);
    });
    const lines = createInterface({ input: child.stdout });
    const heard = new Promise<boolean>((resolve) =>
      lines.on("line", (line) => line.includes(listening) && resolve(true)),
    );
    if (await Promise.race([heard, once(child, "close").then(() => false)])) return { child, port };
    if (!said.includes("EADDRINUSE") || tries === MOST_TRIES)
      throw new Error(`The program ended before it listened:\n${said}`);
  }
}
