import type { ActivityRecord, OperationAction } from "@fulmar/contract";
import Link from "next/link";
import { dismissBegun, notify } from "@/components/toast-store.ts";
import { ACTION_NAME } from "@/operations/operation-labels.ts";
import { workspaceHref } from "./destinations.ts";

const DONE: Readonly<Record<OperationAction, string>> = {
  create: "Created",
  start: "Started",
  stop: "Stopped",
  reboot: "Rebooted",
  delete: "Deleted",
  resize: "Resized",
  attach_volume: "Attached the volume to",
  detach_volume: "Detached the volume from",
  resize_plan: "Changed the plan of",
  resize_root_disk: "Grew the disk of",
  update_access: "Updated the access to",
  snapshot: "Took a snapshot of",
  restore: "Restored",
  rebuild: "Rebuilt",
  rescue: "Changed the rescue mode of",
  move: "Moved",
};

/** More results of one kind than this are counted instead of named. */
const NAMED = 2;
/** The server's limit. */
const ASKED_AT_ONCE = 100;

/** Announces each ended operation once, on whatever page the user is. */
export class OperationEnds {
  readonly #workspaceId: string;
  readonly #ask: (operationIds: string[]) => Promise<readonly ActivityRecord[]>;
  readonly #announced = new Set<string>();

  /** @param ask returns those of the operations that have ended */
  constructor(workspaceId: string, ask: (operationIds: string[]) => Promise<readonly ActivityRecord[]>) {
    this.#workspaceId = workspaceId;
    this.#ask = ask;
  }

  /** Takes the ids of changed operations and announces those that have ended. */
  async announceEnded(operationIds: Iterable<string>): Promise<void> {
    const unknown = [...new Set(operationIds)].filter((id) => !this.#announced.has(id)).slice(-ASKED_AT_ONCE);
    if (unknown.length === 0) return;
    const ended = (await this.#ask(unknown)).filter(({ operation_id }) => !this.#announced.has(operation_id));
    for (const { operation_id } of ended) this.#announced.add(operation_id);
    dismissBegun(ended.map(({ resource_id }) => resource_id));
    this.#tellDone(ended.filter(({ status }) => status === "succeeded"));
    this.#tellFailed(ended.filter(({ status }) => status === "failed" || status === "timed_out"));
  }

  #tellDone(done: readonly ActivityRecord[]) {
    if (done.length > NAMED)
      notify.done(`${done.length} operations succeeded`, <Link href={this.#operations()}>See them</Link>);
    else
      for (const { action, resource_name, resource_id } of done)
        notify.done(`${DONE[action]} ${resource_name ?? resource_id}`);
  }

  #tellFailed(failed: readonly ActivityRecord[]) {
    if (failed.length > NAMED)
      notify.failed(`${failed.length} operations failed`, <Link href={this.#operations()}>See them</Link>);
    else for (const record of failed) notify.failed(`${nameOf(record)} failed`, this.#reason(record));
  }

  #reason({ operation_id, status, error_message }: ActivityRecord) {
    return (
      <>
        {error_message ?? (status === "timed_out" ? "It took too long." : "No reason was given.")}{" "}
        <Link
          href={workspaceHref(this.#workspaceId, `operations/${operation_id}`)}
          className="rounded font-medium text-ink underline underline-offset-2"
        >
          See what happened
        </Link>
      </>
    );
  }

  #operations() {
    return workspaceHref(this.#workspaceId, "operations");
  }
}

/** The action and its resource: `Create of web-1`. */
export function nameOf({
  action,
  resource_name,
  resource_id,
}: Pick<ActivityRecord, "action" | "resource_name" | "resource_id">): string {
  return `${ACTION_NAME[action]}: ${resource_name ?? resource_id}`;
}
