import { z } from "zod";
import { gpuBandwidthGet } from "../compute/bandwidth.ts";
import { defineOperation } from "../declaration/operation.ts";
import { ResourceId, Timestamp } from "../values/fields.ts";
import { gpuMetricsGpus } from "./gpu-metrics.ts";
import { VM_METRICS } from "./limits.ts";
import { METRIC_RANGE, metricRangeQuery } from "./range-query.ts";

export const VmMetric = z.enum(VM_METRICS);
export type VmMetric = z.infer<typeof VmMetric>;

/**
 * The time range of an answer: whole minutes, `to` excluded. A point covers the `step_seconds` from its `at`. There are
 * no points without samples.
 */
const range = { vm_id: z.string(), from: Timestamp, to: Timestamp, step_seconds: z.int() };
const percent = z.number().min(0).max(100);
const rate = z.number().min(0);

const CpuMetrics = z
  .strictObject({
    ...range,
    metric: z.literal("cpu"),
    points: z.array(z.strictObject({ at: Timestamp, cpu_percent: percent })),
  })
  .meta({ id: "CpuMetrics" });
const MemoryMetrics = z
  .strictObject({
    ...range,
    metric: z.literal("memory"),
    points: z.array(z.strictObject({ at: Timestamp, memory_percent: percent })),
  })
  .meta({ id: "MemoryMetrics" });
const DiskMetrics = z
  .strictObject({
    ...range,
    metric: z.literal("disk"),
    points: z.array(z.strictObject({ at: Timestamp, read_bytes_per_second: rate, write_bytes_per_second: rate })),
  })
  .meta({ id: "DiskMetrics" });
const NetworkMetrics = z
  .strictObject({
    ...range,
    metric: z.literal("network"),
    points: z.array(z.strictObject({ at: Timestamp, rx_bytes_per_second: rate, tx_bytes_per_second: rate })),
  })
  .meta({ id: "NetworkMetrics" });

/** Metrics of a VM over time: means for percentages, rates for bytes. */
export const VmMetrics = z
  .discriminatedUnion("metric", [CpuMetrics, MemoryMetrics, DiskMetrics, NetworkMetrics])
  .meta({ id: "VmMetrics" });
export type VmMetrics = z.infer<typeof VmMetrics>;

const shared = {
  family: "Compute",
  method: "GET",
  scope: "vm.read",
  description: `Running VMs are measured once a minute, and measurements are kept for 30 days. ${METRIC_RANGE}`,
  params: { vm_id: ResourceId },
  query: { metric: VmMetric, ...metricRangeQuery },
  output: VmMetrics,
  errors: ["not_found"],
} as const;

export const metricsGet = defineOperation({
  ...shared,
  id: "metrics.get",
  resource: "cloud_vm",
  path: "/compute/cloud-vms/{vm_id}/metrics",
  summary: "Get the metrics of a cloud VM over time",
});

export const gpuMetricsGet = defineOperation({
  ...shared,
  id: "gpuMetrics.get",
  resource: "gpu_vm",
  path: "/compute/gpu-vms/{vm_id}/metrics",
  summary: "Get the metrics of a GPU VM over time",
});

export const metricsOperations = [metricsGet, gpuMetricsGet, gpuMetricsGpus, gpuBandwidthGet] as const;
