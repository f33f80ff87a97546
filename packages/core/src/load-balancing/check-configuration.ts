import { type Blocker, type ConfigurationProblem, configurationProblems } from "@fulmar/contract";
import { conflict, invalidField } from "../request/domain-error.ts";
import type { StoredConfiguration } from "./stored-configuration.ts";
import { toWritten } from "./written-configuration.ts";

/** In a request for one part, pools are named by their ids. */
const FIELDS: Readonly<Record<string, string>> = { default_pool: "default_pool_id", pool: "pool_id" };

/**
 * Checks what one change would make of a configuration.
 * @param changed the id of the part that is changed: what it does not fit together with is named
 * @throws DomainError 400 where the part is at odds with itself, 409 where it is with others: `name_taken`,
 * `port_taken`, `target_exists`, `protocol_mismatch` or `limit_reached`
 */
export function checkConfiguration(after: StoredConfiguration, changed: string | undefined): void {
  const [problem] = configurationProblems(toWritten(after));
  if (problem === undefined) return;
  const [field = "", message] = [problem.path.findLast((step) => typeof step === "string"), problem.message];
  if (problem.code === "invalid_request") throw invalidField(FIELDS[field] ?? field, message);
  throw conflict(
    problem.code,
    `What the change would lead to is not possible: ${FIELDS[field] ?? field} ${message}.`,
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
