import { setTimeout as sleep } from "node:timers/promises";
import { beginMove, cancelMove, listMoves, type MoveState, type NamedBucket, readMove } from "@fulmar/core/operator";
import type { Database } from "@fulmar/prisma";
import type { Actions, Surroundings } from "../actions.ts";
import { command, parseWorkspace, UsageError } from "../program.ts";

const LOOK_MS = 500;

export const bucketCommands = ({ answering, answeringOf }: Actions) => [
  command("move", "Move a bucket to another region while clients use it: see docs/ceph.md")
    .argument("<bucket>", "the name of the bucket")
    .option("--to <REGION>", "the region that it moves to; admin region list shows them")
    .option("--workspace <ID>", "its workspace, where several have a bucket of the name")
    .option("--cancel", "give up the move that is under way, and remove what it made in the other region")
    .option("--no-wait", "return at once; workers go on, and admin bucket moves shows how far they are")
    .action(
      answeringOf(async ({ database, err }, name, { to, workspace, cancel, wait }) => {
        const bucket = { name, workspaceId: workspace === undefined ? null : parseWorkspace(workspace) };
        const moveId = await asked(database, bucket, to, cancel === true);
        return moveRow(wait ? await follow(database, moveId, err) : await readMove(database, moveId));
      }),
    ),
  command("moves", "List moves of buckets between regions, those under way first").action(
    answering(async ({ database }) => ({ moves: (await listMoves(database)).map(moveRow) })),
  ),
];

function asked(database: Database, bucket: NamedBucket, to: string | undefined, cancel: boolean): Promise<string> {
  if (cancel && to !== undefined) throw new UsageError("Give either --to or --cancel.");
  if (cancel) return cancelMove(database, bucket);
  if (to === undefined) throw new UsageError("The option --to is missing.");
  return beginMove(database, bucket, to);
}

/** Tells each change on `err` until the move has ended. The move does not depend on this process. */
async function follow(database: Database, moveId: string, err: Surroundings["err"]): Promise<MoveState> {
  for (let told = ""; ; ) {
    const move = await readMove(database, moveId);
    const line = sentenceOf(move);
    if (line !== told) err.write(`${line}\n`);
    told = line;
    if (move.ended_at !== null) return move;
    await sleep(LOOK_MS);
  }
}

const STEPS: Readonly<Record<string, string>> = {
  prepare: "making the bucket in the other region",
  copy: "copying",
  catch_up: "copying what has changed",
  freeze: "writes wait; copying the last changes and comparing",
  switch: "switching",
  clean: "in its new region; removing what is left in the former one",
  undo: "removing what was made in the other region",
};

function sentenceOf({ step, copied, copied_bytes, error_message, outcome }: MoveState): string {
  const state = outcome ?? STEPS[step] ?? step;
  const problem = error_message === null ? "" : `; ${error_message}`;
  return `${state}: ${copied} versions, ${copied_bytes} bytes copied${problem}`;
}

function moveRow(move: MoveState) {
  const frozen =
    move.frozen_at === null || move.switched_at === null
      ? null
      : `${move.switched_at.getTime() - move.frozen_at.getTime()} ms`;
  return {
    bucket: move.bucket_name,
    workspace: String(move.workspace_id),
    from: move.from_region,
    to: move.to_region,
    state: move.outcome ?? (move.cancelling ? "cancelling" : move.step),
    copied: String(move.copied),
    bytes: String(move.copied_bytes),
    passes: String(move.passes),
    other_etags: String(move.other_etags),
    wrong_copies: String(move.wrong_copies),
    frozen_for: frozen,
    started_at: move.started_at.toISOString(),
    ended_at: move.ended_at?.toISOString() ?? null,
    error: move.error_message,
  };
}
