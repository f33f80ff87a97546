import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Product } from "./product.ts";

const run = promisify(execFile);
const CLI = join(import.meta.dirname, "../../cli/src/main.ts");

/**
 * Runs a command of the operator's as a process of its own. @returns what it answers @throws Error with what it said
 * instead
 */
export async function fulmar(
  { environment }: Pick<Product, "environment">,
  ...args: readonly string[]
): Promise<unknown> {
  const { stdout } = await run(process.execPath, [CLI, ...args, "--json"], { env: { ...process.env, ...environment } });
  return JSON.parse(stdout);
}
