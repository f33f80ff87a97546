// The name of a stored event: by the operation of the catalog, or by the end of one that takes time.
import {
  OPERATION_ACTIONS,
  type Operation,
  publicCatalog,
  type ResourceType,
  resourceOf,
  type Scope,
  TERMINAL_OPERATION_STATUSES,
} from "@fulmar/contract";
import { readScopeOf } from "../audit/index.ts";

export interface EventKind {
  /** Such as `cloud_vm.created`. */
  readonly type: string;
  readonly resource: ResourceType;
  /** The scope that shows it. */
  readonly scope: Scope;
}

/** Verbs whose past tense does not end in -ed. */
const PAST: Readonly<Record<string, string>> = {
  put: "updated",
  run: "run",
  stop: "stopped",
  cancel: "cancelled",
  resend: "resent",
  withdraw: "withdrawn",
};

/** `detach_volume` → `volume_detached`: the object stands before the verb. */
function past(action: string): string {
  const [verb = "", ...object] = action.split("_");
  const done = PAST[verb] ?? (verb.endsWith("e") ? `${verb}d` : `${verb}ed`);
  return [...object, done].join("_");
}

function snakeCase(text: string): string {
  return text.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

const operations: readonly Operation[] = publicCatalog as readonly unknown[] as readonly Operation[];

/** Changes by requests. What takes time is only accepted then. */
function kindsOfRequests(): [string, EventKind][] {
  return operations.flatMap(({ id, safe, ofOrganization, scope, resource, success }): [string, EventKind][] => {
    if (safe || ofOrganization || scope === null) return [];
    const verb = snakeCase(id.slice(id.indexOf(".") + 1));
    const change = success === 202 ? `${verb}_accepted` : past(verb);
    return [[id, { type: `${resource}.${change}`, resource, scope: readScopeOf(scope) }]];
  });
}

/** Ends of operations, as the trigger `event_of_operation` names them. */
function kindsOfOperations(): [string, EventKind][] {
  return (["cloud_vm", "gpu_vm", "volume"] as const).flatMap((resource) =>
    OPERATION_ACTIONS.flatMap((action) =>
      TERMINAL_OPERATION_STATUSES.map((status): [string, EventKind] => {
        const change = status === "succeeded" ? past(action) : `${action}_${status}`;
        const scope = resourceOf(resource).scope ?? "vm.read";
        return [`${resource}.${action}:${status}`, { type: `${resource}.${change}`, resource, scope }];
      }),
    ),
  );
}

/** Findings of workers at a site and in metrics, changes that they make on their own, and the life of terminals. */
function kindsOfWorkers(): [string, EventKind][] {
  const vmChanges = ["instance_lost", "instance_stopped", "instance_started", "terminal_opened", "terminal_ended"];
  const found = vmChanges.map((change): [string, EventKind] => [
    `vm.${change}`,
    { type: `vm.${change}`, resource: "vm", scope: "vm.read" },
  ]);
  return [
    ...found,
    ...["alert.firing", "alert.resolved"].map((type): [string, EventKind] => [
      type,
      { type, resource: "alert", scope: "alert.read" },
    ]),
    ["webhook.switched_off", { type: "webhook.switched_off", resource: "webhook", scope: "webhook.read" }],
  ];
}

/** Copies of backups that workers have made, could not make or have removed, and destinations that fail. */
function kindsOfCopies(): [string, EventKind][] {
  const kinds = [
    ...(["copied", "failed", "removed"] as const).map((change) => ["backup_copy", change] as const),
    ...(["failed", "recovered"] as const).map((change) => ["backup_destination", change] as const),
  ];
  return kinds.map(([resource, change]) => {
    const type = `${resource}.${change}`;
    return [type, { type, resource, scope: "vm.read" }];
  });
}

/** Budgets whose thresholds are reached: by what was spent, or by what is expected. */
function kindsOfBudgets(): [string, EventKind][] {
  return ["budget.threshold_reached", "budget.forecast_reached"].map((type) => [
    type,
    { type, resource: "budget", scope: "billing.read" },
  ]);
}

/** The life of requests that need a person (docs/adr/0077). */
function kindsOfApprovals(): [string, EventKind][] {
  return ["request", "approve", "reject", "fail", "expire"].map((verb): [string, EventKind] => [
    `approval.${verb}`,
    { type: `approval.${past(verb)}`, resource: "approval", scope: "workspace.read" },
  ]);
}

/** By what the database stores. Other stored events are not shown. */
export const EVENT_KINDS: ReadonlyMap<string, EventKind> = new Map([
  ...kindsOfRequests(),
  ...kindsOfOperations(),
  ...kindsOfWorkers(),
  ...kindsOfCopies(),
  ...kindsOfBudgets(),
  ...kindsOfApprovals(),
]);
