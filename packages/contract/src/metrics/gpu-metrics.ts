import { z } from "zod";
import { defineOperation } from "../declaration/operation.ts";
import { ResourceId, Timestamp } from "../values/fields.ts";
import { METRIC_RANGE, metricRangeQuery } from "./range-query.ts";

const percent = z.number().min(0).max(100).nullable();

/**
 * What the GPUs of a VM did over time: whole minutes, `to` excluded. A point has the means of the `step_seconds` from
 * its `at`. There are no points without measurements.
 */
export const GpuMetrics = z
  .strictObject({
    vm_id: z.string(),
    from: Timestamp,
    to: Timestamp,
    step_seconds: z.int(),
    points: z.array(
      z.strictObject({
        at: Timestamp,
        /** Always in the same order. A value is null where the site does not measure it. */
        gpus: z.array(
          z.strictObject({
            utilisation_percent: percent,
            memory_percent: percent,
            temperature_celsius: z.number().nullable(),
          }),
        ),
      }),
    ),
  })
  .meta({ id: "GpuMetrics" });
export type GpuMetrics = z.infer<typeof GpuMetrics>;

export const gpuMetricsGpus = defineOperation({
  id: "gpuMetrics.gpus",
  resource: "gpu_vm",
  family: "Compute",
  method: "GET",
  path: "/compute/gpu-vms/{vm_id}/metrics/gpus",
  scope: "vm.read",
  summary: "Get the utilisation, memory and temperature of a VM's GPUs over time",
  description:
    "Running VMs are measured once a minute, and measurements are kept for 30 days. There are no points at a site that " +
    `does not measure GPUs. ${METRIC_RANGE}`,
  params: { vm_id: ResourceId },
  query: metricRangeQuery,
  output: GpuMetrics,
  errors: ["not_found"],
});
