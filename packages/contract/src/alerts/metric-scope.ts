import type { Scope } from "../declaration/scopes.ts";
import { resourceOf } from "../resources.ts";
import { ALERT_METRICS, type AlertMetric } from "./metrics.ts";

/** The scope that reads the resources of a metric. An alert names them and tells what was measured. */
export function scopeOfMetric(metric: AlertMetric): Scope {
  const { scope } = resourceOf(ALERT_METRICS[metric].of);
  if (scope === null) throw new Error(`no scope reads the resources of ${metric}`);
  return scope;
}
