// What the rules and schedules of a group decide, as requests that a worker makes for it.
import type { Query } from "@fulmar/prisma";
import type { InWorkspace } from "../../request/context.ts";
import type { Group } from "./group-rows.ts";
import { decidePower, powerDecidedQuery } from "./power.ts";
import { decide, decidedQuery } from "./scaling-rules.ts";

/** A change of the group by itself. */
export interface Decision {
  readonly id: "vmGroup.update" | "vmGroup.stop" | "vmGroup.start";
  readonly body: Readonly<Record<string, unknown>>;
  /** Which rule, as a sentence. */
  readonly reason: string;
  /** Notes it in the transaction of the change. */
  readonly note: Query;
}

/** What a group changes by itself now. Null if nothing: one that is stopped does not scale. */
export async function dueDecision(place: InWorkspace, group: Group): Promise<Decision | null> {
  const { id: workspaceId } = place.workspace;
  const step = await decidePower(place, group);
  if (step !== null) {
    const id = step.power === "stopped" ? "vmGroup.stop" : "vmGroup.start";
    return { id, body: {}, reason: step.reason, note: powerDecidedQuery(workspaceId, group, step) };
  }
  const scaled = group.power === "stopped" ? null : await decide(place, group);
  if (scaled === null) return null;
  const body = { desired_count: scaled.to_count };
  return { id: "vmGroup.update", body, reason: scaled.reason, note: decidedQuery(workspaceId, group, scaled) };
}
