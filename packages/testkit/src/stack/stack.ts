import { type Blueprint, blueprintOf, changed } from "./blueprint.ts";
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
export { type Input, Rest, type Send } from "./rest.ts";
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
  const readBack = async (wanted: Blueprint, ids: Awaited<ReturnType<typeof create>>) => {
    await settle(rest, ids);
    const records = await read(rest, ids);
    verify(wanted, ids, records);
    return records;
  };
  const first = blueprintOf(prefix, block);
  const next = changed(first);
  await onPhase("create");
  const ids = await create(rest, first);
  await onPhase("read back");
  const made = await readBack(first, ids);
  await onPhase("change");
  const changedIds = await change(rest, ids, next);
  await onPhase("read back changed");
  const after = await readBack(next, changedIds);
  await onPhase("destroy");
  await destroy(rest, changedIds);
  await onPhase("read back destroyed");
  await requireGone(rest, changedIds);
  return { made, changed: after };
}
