import { type Blueprint, blueprintOf, changed, type StackIds } from "./blueprint.ts";
import { change } from "./change.ts";
import { create } from "./create.ts";
import { destroy } from "./destroy.ts";
import { requireGone } from "./gone.ts";
import { read, type StackRecords } from "./read.ts";
import { Rest, type Send } from "./rest.ts";
import { settle } from "./settle.ts";
import { verify } from "./verify.ts";

export { remainsOf } from "./gone.ts";
export { picture } from "./picture.ts";
export { type Answer, type Input, Rest, type Send } from "./rest.ts";
export { operationsEnded, until } from "./settle.ts";

export interface StackOptions {
  readonly send: Send;
  /** The prefix of all names: letters, digits and hyphens. */
  readonly prefix: string;
  /** The second octet of its network, from 0 to 255. */
  readonly block: number;
  /** Called before each phase, which waits for it. */
  readonly onPhase?: (phase: Phase) => Promise<void>;
}

export type Phase = "create" | "read back" | "change" | "read back changed" | "destroy" | "read back destroyed";

/**
 * Creates a stack by REST alone, waits until it is at rest, and verifies it.
 * @returns the ids of its parts
 * @throws Error at the first deviation
 */
export async function makeStack({ send, prefix, block }: Omit<StackOptions, "onPhase">): Promise<StackIds> {
  const rest = new Rest(send);
  const blueprint = blueprintOf(prefix, block);
  const ids = await create(rest, blueprint);
  await readBack(rest, blueprint, ids);
  return ids;
}

async function readBack(rest: Rest, wanted: Blueprint, ids: StackIds): Promise<StackRecords> {
  await settle(rest, ids);
  const records = await read(rest, ids);
  verify(wanted, ids, records);
  return records;
}

/**
 * Runs the whole life of a stack by REST alone. @returns its records, after creation and after the change @throws Error
 * at the first deviation
 */
export async function liveStack({
  send,
  prefix,
  block,
  onPhase = async () => {},
}: StackOptions): Promise<{ made: StackRecords; changed: StackRecords }> {
  const rest = new Rest(send);
  const first = blueprintOf(prefix, block);
  const next = changed(first);
  await onPhase("create");
  const ids = await create(rest, first);
  await onPhase("read back");
  const made = await readBack(rest, first, ids);
  await onPhase("change");
  const changedIds = await change(rest, ids, next);
  await onPhase("read back changed");
  const after = await readBack(rest, next, changedIds);
  await onPhase("destroy");
  await destroy(rest, changedIds);
  await onPhase("read back destroyed");
  await requireGone(rest, changedIds);
  return { made, changed: after };
}
