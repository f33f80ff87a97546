import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Product, ROOT } from "./product.ts";

/** Runs a step of a story and prints how long it took. */
export async function timedStep<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  const begun = performance.now();
  const result = await work();
  console.log(`${((performance.now() - begun) / 1000).toFixed(1).padStart(6)} s  ${what}`);
  return result;
}

/** Runs a step of a story. @returns its result, and how many seconds it took */
export async function measured<Result>(
  what: string,
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly seconds: string }> {
  const begun = performance.now();
  const result = await timedStep(what, work);
  return { result, seconds: ((performance.now() - begun) / 1000).toFixed(1) };
}

/** @throws Error when a step's expectation does not hold */
export function must(holds: boolean, sentence: string): asserts holds {
  if (!holds) throw new Error(`Not so: ${sentence}`);
}

const run = promisify(execFile);
const ADMIN = "packages/admin/src/main.ts";

/** Runs an operator's command in its own process. @returns its answer @throws Error with its output when it fails */
export async function fulmar(
  { environment, root = ROOT }: Pick<Product, "environment"> & Partial<Pick<Product, "root">>,
  ...args: readonly string[]
): Promise<unknown> {
  const { stdout } = await run(process.execPath, [join(root, ADMIN), ...args, "--json"], {
    env: { ...process.env, ...environment },
  });
  return JSON.parse(stdout);
}
