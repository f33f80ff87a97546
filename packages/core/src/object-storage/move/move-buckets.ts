import type { Reconciler } from "@fulmar/engine";
import { ProviderError } from "@fulmar/providers";
import { retryDelayMs } from "../../work/due.ts";
import { throwAll, workOn } from "../../work/work-through.ts";
import { BucketMoving, type MoveServices } from "./move-bucket.ts";
import { dueMoves, type Move, MoveRow, type MoveStep } from "./move-row.ts";

/** Moves that a worker has under way at the same time. */
const AT_ONCE = 4;
/** After this long in one run, a first copy goes on in the next, which also takes up new moves. */
const RUN_MS = 20_000;
const RETRY = { firstMs: 2_000, mostMs: 600_000 };

/** Moves buckets to other regions (docs/adr/0074). A worker that takes over goes on where the last one was. */
export const moveBuckets: Reconciler<MoveServices> = {
  name: "move-buckets",
  everyMs: 1_000,
  async run(services, signal) {
    const end = performance.now() + RUN_MS;
    const isOver = () => performance.now() > end || signal.aborted;
    const moves = await dueMoves(services.database.sql);
    throwAll(await workOn(moves, (move) => moveOn(services, move, isOver, signal), signal, AT_ONCE));
  },
};

async function moveOn(services: MoveServices, move: Move, isOver: () => boolean, signal: AbortSignal): Promise<void> {
  const moving = new BucketMoving(services, move, isOver, signal);
  try {
    for (let step: MoveStep | undefined = move.step; step !== undefined; ) step = await moving.carryOut(step);
  } catch (error) {
    signal.throwIfAborted();
    const sentence = error instanceof ProviderError ? error.message : String(error);
    const delay = retryDelayMs(move.attempts + 1, RETRY);
    await new MoveRow(services.database.sql, move.move_id).tryLater(sentence, delay);
    throw error;
  }
}
