import { z } from "zod";
import { Moment } from "../values/fields.ts";
import { METRIC_LIMITS } from "./limits.ts";

/** The range and the step of metrics. */
export const metricRangeQuery = {
  from: Moment.optional(),
  to: Moment.optional(),
  step: z.int().min(METRIC_LIMITS.shortestStepSeconds).max(86_400).optional(),
};

/** What the parameters of the range mean, for descriptions of operations. */
export const METRIC_RANGE =
  "Without `from` and `to`, the range is the last hour; without `step` (seconds), the step is the fewest whole minutes " +
  "that give at most 300 points. A range is at most 31 days and 1,500 points.";
