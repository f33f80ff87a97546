import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { freePort } from "@fulmar/prisma/server";

const MOST_TRIES = 10;

/** A program that listens, and where. */
export interface ListeningProgram {
  readonly child: ChildProcess;
  readonly port: number;
}

/**
 * Starts one of our programs that listens, on a free port. Between finding the port and listening on it somebody else
 * may take it: the program says so and ends, and is started on another. That it listens is known by its own word, for
 * on a port that was taken somebody else would answer.
 * @param main its module
 * @param environment what it is told for a port
 * @param listening what its log says when it listens
 * @throws Error with what it said when it ends for another reason
 */
export async function startListening(
  main: string,
  environment: (port: number) => NodeJS.ProcessEnv,
  listening: string,
): Promise<ListeningProgram> {
  for (let tries = 1; ; tries++) {
    const port = await freePort();
    const child = spawn(process.execPath, [main], { env: environment(port), stdio: ["ignore", "pipe", "pipe"] });
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
