import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";

const MAIN = join(import.meta.dirname, "../../../../packages/cli/src/main.ts");

export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Shell {
  /** The home of the user, where files of contexts and profiles are. */
  readonly home: string;
  /** Runs `fulmar` in its own process, as a person does. */
  readonly fulmar: (args: readonly string[], options?: RunOptions) => Promise<Outcome>;
  /** Runs any program with `fulmar` and the programs of `install` on its PATH. */
  readonly run: (program: string, args: readonly string[], options?: RunOptions) => Promise<Outcome>;
  /** A program that stands before those of the system. */
  readonly install: (name: string, script: string) => void;
  readonly remove: () => void;
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
  readonly cwd?: string;
}

/** A user's shell with `fulmar` installed. @param connection the variables of an API, which `env` overrides */
export function openShell(connection: () => Readonly<Record<string, string>>): Shell {
  const home = mkdtempSync(join(tmpdir(), "fulmar-home-"));
  const bin = join(home, "bin");
  mkdirSync(bin);
  const install = (name: string, script: string) => {
    writeFileSync(join(bin, name), script);
    chmodSync(join(bin, name), 0o755);
  };
  install("fulmar", `#!/bin/sh\nexec "${process.execPath}" "${MAIN}" "$@"\n`);
  const run: Shell["run"] = async (program, args, { env = {}, input = "", cwd } = {}) => {
    const { PATH = "", NODE_COMPILE_CACHE = "" } = process.env;
    const child = spawn(program, args, {
      cwd,
      env: { PATH: `${bin}:${PATH}`, HOME: home, NODE_COMPILE_CACHE, ...connection(), ...env },
    });
    child.stdin.on("error", () => {}).end(input);
    const [stdout, stderr, code] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      new Promise<number | null>((resolve) => child.once("close", resolve)),
    ]);
    return { code, stdout, stderr };
  };
  return {
    home,
    install,
    run,
    fulmar: (args, options) => run("fulmar", args, options),
    remove: () => rmSync(home, { recursive: true }),
  };
}
