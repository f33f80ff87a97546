import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Product } from "./product.ts";

const run = promisify(execFile);
const CLI = join(import.meta.dirname, "../../cli/src/main.ts");

/** Runs an operator's command in its own process. @returns its answer @throws Error with its output when it fails */
export async function fulmar(
  { environment }: Pick<Product, "environment">,
  ...args: readonly string[]
): Promise<unknown> {
  const { stdout } = await run(process.execPath, [CLI, ...args, "--json"], { env: { ...process.env, ...environment } });
  return JSON.parse(stdout);
}
