import { isDeepStrictEqual } from "node:util";
import { lockLoadBalancer } from "../networking/index.ts";
import type { RequestContext } from "../request/context.ts";
import { notFound } from "../request/domain-error.ts";
import { moveSecrets } from "./certificate-references.ts";
import { checkConfiguration } from "./check-configuration.ts";
import { saveConfiguration } from "./save-configuration.ts";
import { readConfiguration, type StoredConfiguration } from "./stored-configuration.ts";
import { checkTargets } from "./target-references.ts";

/** What a change makes of a configuration, what it answers, and the id of the part that it is about. */
export interface Edit<Result> {
  readonly after: StoredConfiguration;
  readonly result: Result;
  readonly changed?: string;
}

/**
 * Every change of a configuration, of one part or of all: it is read while the balancer is held, changed as a value,
 * checked as a whole and saved as a whole (docs/adr/0018). A change that changes nothing writes nothing.
 * @throws DomainError 404, and what the edit and the checks refuse
 */
export async function changeConfiguration<Result>(
  context: RequestContext,
  loadBalancerId: string,
  edit: (before: StoredConfiguration) => Edit<Result>,
): Promise<Result> {
  const { sql, workspace } = context;
  const held = await lockLoadBalancer(sql, workspace.id, loadBalancerId);
  if (held === undefined) throw notFound("load balancer");
  const before = await readConfiguration(sql, workspace.id, loadBalancerId);
  if (before === undefined) throw new Error(`${loadBalancerId} is held and cannot be read`);
  const { after, result, changed } = edit(before);
  if (isDeepStrictEqual(sorted(before), sorted(after))) return result;
  checkConfiguration(after, changed);
  await checkTargets({ sql, workspaceId: workspace.id }, held, before, after);
  await moveSecrets(context, { id: loadBalancerId, name: held.name }, before, after);
  await saveConfiguration(sql, workspace.id, loadBalancerId, after);
  return result;
}

/** Pools, targets and listeners have no order but that of their ids; rules have. */
function sorted({ pools, listeners }: StoredConfiguration): StoredConfiguration {
  return {
    pools: by("pool_id", pools).map((pool) => ({ ...pool, targets: by("target_id", pool.targets) })),
    listeners: by("listener_id", listeners),
  };
}

function by<Key extends string, Part extends Readonly<Record<Key, string>>>(key: Key, parts: readonly Part[]): Part[] {
  return parts.toSorted((one, other) => (one[key] < other[key] ? -1 : 1));
}
