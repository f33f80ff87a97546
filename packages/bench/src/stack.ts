import { liveStack, type Phase, picture, remainsOf, until } from "@fulmar/testkit/stack";
import { Product } from "./product.ts";
import { senderTo } from "./sender-to.ts";
import { EndangeredWorker } from "./stack-worker.ts";

/**
 * Creates a whole stack on its own installation by REST alone, changes all of it and destroys it by concurrent
 * requests. Prints each phase with its duration and a picture of the stack. Exit code 1 when anything deviates or is
 * left behind.
 *
 * npm run stack                     one stack
 * npm run stack -- --two            two beside each other in one workspace
 * npm run stack -- --kill-worker    kills the worker with SIGKILL repeatedly while the stack is created and destroyed
 */
const flags = new Set(process.argv.slice(2));
const unknown = [...flags].filter((flag) => flag !== "--two" && flag !== "--kill-worker");
if (unknown.length > 0) throw new Error(`There is no ${unknown.join(", ")}: it is --two, --kill-worker, or nothing.`);

const product = await Product.install();
let worker: EndangeredWorker | undefined;
try {
  // A killed worker holds its operations until its lease expires.
  const { url } = await product.startService({ FULMAR_DEPENDENTS_WAIT_MS: "60000" });
  const send = senderTo(url, product);
  const endangered = new EndangeredWorker(product);
  worker = endangered;
  const onPhase = async (phase: Phase) => {
    if (!flags.has("--kill-worker")) return;
    if (phase === "create" || phase === "destroy") endangered.endanger();
    if (phase === "read back" || phase === "read back destroyed")
      console.log(`          the worker was killed ${await endangered.spare()} times so far`);
  };
  // The simulated provider delays steps of resources named slow, so that the kills interrupt them.
  const pace = flags.has("--kill-worker") ? "slow-100--" : "";
  const prefixes = (flags.has("--two") ? ["demo", "twin"] : ["demo"]).map((name) => `${pace}${name}`);
  const stacks = await Promise.all(
    prefixes.map((prefix, index) => lived({ send, prefix, block: 10 + index, onPhase })),
  );
  const left = () => remainsOf(product.database, product.workspaceId);
  await timed("nothing is left", () =>
    until("nothing to be left", left, (remains) => Object.keys(remains).length === 0),
  );
  for (const text of stacks) console.log(`\n${text}`);
} finally {
  await worker?.leaveAlone();
  await product.stop();
}

/** Runs the whole life of a stack and prints each phase. @returns its picture, after the change */
async function lived(options: Parameters<typeof liveStack>[0]): Promise<string> {
  const { prefix, onPhase } = options;
  let begun: { readonly phase: Phase; readonly at: number } | undefined;
  const tell = () => begun !== undefined && say(`${prefix}: ${begun.phase}`, begun.at);
  const records = await liveStack({
    ...options,
    async onPhase(phase) {
      tell();
      await onPhase?.(phase);
      begun = { phase, at: performance.now() };
    },
  });
  tell();
  return picture(records.changed);
}

async function timed<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  const at = performance.now();
  const result = await work();
  say(what, at);
  return result;
}

function say(what: string, since: number): void {
  console.log(`${((performance.now() - since) / 1000).toFixed(1).padStart(6)} s  ${what}`);
}
