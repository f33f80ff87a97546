import { isDeepStrictEqual } from "node:util";
import { type Blocker, type ConfigurationProblem, configurationProblems } from "@fulmar/contract";
import { lockLoadBalancer, reservedIpOfBalancer } from "../networking/index.ts";
import type { Handler, RequestContext } from "../request/context.ts";
import { conflict, found, invalidField } from "../request/domain-error.ts";
import { checkDomains } from "./check-domains.ts";
import { requireConfiguration } from "./configuration-parts.ts";
import { checkTargets, moveSecrets } from "./configuration-references.ts";
import { readConfiguration, type StoredConfiguration, saveConfiguration } from "./stored-configuration.ts";
import { toStored, toWritten } from "./written-configuration.ts";

/** The result of an edit: the new configuration, the answer, and the id of the changed part. */
interface Edit<Result> {
  readonly after: StoredConfiguration;
  readonly result: Result;
  readonly changed?: string;
}

/**
 * Changes a configuration: locks the balancer, reads its configuration, edits it as a value, checks it and saves it as
 * a whole (docs/adr/0018). An edit without effect writes nothing.
 * @throws DomainError 404, and the errors of the edit and the checks
 */
export async function changeConfiguration<Result>(
  context: RequestContext,
  loadBalancerId: string,
  edit: (before: StoredConfiguration) => Edit<Result>,
): Promise<Result> {
  const { sql, workspace } = context;
  const held = found(await lockLoadBalancer(context, loadBalancerId), "load balancer");
  const before = await readConfiguration(sql, workspace.id, loadBalancerId);
  if (before === undefined) throw new Error(`${loadBalancerId} is held and cannot be read`);
  const { after, result, changed } = edit(before);
  if (isDeepStrictEqual(sorted(before), sorted(after))) return result;
  checkConfiguration(after, changed);
  const isPublic = async () => (await reservedIpOfBalancer(context, loadBalancerId)) !== undefined;
  await checkDomains(context.configuration, before, after, isPublic);
  await checkTargets(context, held, before, after);
  await moveSecrets(context, { id: loadBalancerId, name: held.name }, before, after);
  await saveConfiguration(sql, workspace.id, loadBalancerId, after);
  return result;
}

/** Sorts pools, targets and listeners, whose order has no meaning. The order of rules does, so they stay. */
function sorted({ pools, listeners }: StoredConfiguration): StoredConfiguration {
  return {
    pools: by("pool_id", pools).map((pool) => ({ ...pool, targets: by("target_id", pool.targets) })),
    listeners: by("listener_id", listeners),
  };
}

function by<Key extends string, Part extends Readonly<Record<Key, string>>>(key: Key, parts: readonly Part[]): Part[] {
  return parts.toSorted((one, other) => (one[key] < other[key] ? -1 : 1));
}

/** The field names in a request for one part, which refers to pools by id. */
const FIELDS: Readonly<Record<string, string>> = { default_pool: "default_pool_id", pool: "pool_id" };

/**
 * Checks a changed configuration.
 * @param changed the id of the changed part, which is left out of the blockers
 * @throws DomainError 400 when the part itself is invalid, 409 when it conflicts with others: `name_taken`,
 * `port_taken`, `target_exists`, `protocol_mismatch` or `limit_reached`
 */
function checkConfiguration(after: StoredConfiguration, changed: string | undefined): void {
  const [problem] = configurationProblems(toWritten(after));
  if (problem === undefined) return;
  const [field = "", message] = [problem.path.findLast((step) => typeof step === "string"), problem.message];
  if (problem.code === "invalid_request") throw invalidField(FIELDS[field] ?? field, message);
  throw conflict(
    problem.code,
    `The change would make the configuration invalid: ${FIELDS[field] ?? field} ${message}.`,
    blockersOf(problem, after, changed),
  );
}

function blockersOf(
  { parts }: ConfigurationProblem,
  { pools, listeners }: StoredConfiguration,
  changed: string | undefined,
): Blocker[] {
  const all = [
    ...pools.map(({ pool_id, name }) => ({ type: "load_balancer_pool", id: pool_id, name })),
    ...listeners.map(({ listener_id, name }) => ({ type: "load_balancer_listener", id: listener_id, name })),
  ];
  const meant = all.filter(({ type, name }) => parts.some((part) => part.type === type && part.name === name));
  return meant.filter(({ id }) => id !== changed);
}

export const getConfiguration: Handler<"loadBalancerConfiguration.get"> = async (context, { load_balancer_id }) =>
  toWritten(await requireConfiguration(context, load_balancer_id));

export const putConfiguration: Handler<"loadBalancerConfiguration.put"> = (
  context,
  { load_balancer_id, ...configuration },
) =>
  changeConfiguration(context, load_balancer_id, (before) => {
    const after = toStored(configuration, before);
    return { after, result: toWritten(after) };
  });
