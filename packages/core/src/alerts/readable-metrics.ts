import { ALERT_METRIC_NAMES, type AlertMetric, scopeOfMetric } from "@fulmar/contract";
import type { Caller } from "../request/caller.ts";
import { scopeMissing } from "../request/door/rights.ts";

/** The metrics whose resources somebody may read. */
export function readableMetrics({ scopes }: Pick<Caller, "scopes">): AlertMetric[] {
  return ALERT_METRIC_NAMES.filter((metric) => scopes.has(scopeOfMetric(metric)));
}

/**
 * For what names the resources of a metric, or tells what is measured of them.
 * @throws DomainError 403
 */
export function requireMetric({ scopes, type }: Pick<Caller, "scopes" | "type">, metric: AlertMetric): void {
  const scope = scopeOfMetric(metric);
  if (!scopes.has(scope)) throw scopeMissing(scope, type, `may use ${metric}`, `the metric ${metric} needs`);
}
