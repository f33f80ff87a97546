import { z } from "zod";
import { defineOperation } from "../declaration/operation.ts";
import { METRIC_RANGE, metricRangeQuery } from "../metrics/range-query.ts";
import { ResourceId, Timestamp } from "../values/fields.ts";

const rate = z.number().min(0).nullable();

/**
 * What a volume did over time: whole minutes, `to` excluded. A point covers the `step_seconds` from its `at`. There are
 * no points without measurements, and a value is null where the site does not know it.
 */
export const VolumeMetrics = z
  .strictObject({
    volume_id: z.string(),
    from: Timestamp,
    to: Timestamp,
    step_seconds: z.int(),
    points: z.array(
      z.strictObject({
        at: Timestamp,
        read_bytes_per_second: rate,
        write_bytes_per_second: rate,
        read_operations_per_second: rate,
        write_operations_per_second: rate,
        /** How full its file system is. */
        used_percent: z.number().min(0).max(100).nullable(),
      }),
    ),
  })
  .meta({ id: "VolumeMetrics" });
export type VolumeMetrics = z.infer<typeof VolumeMetrics>;

export const volumeMetrics = defineOperation({
  id: "volume.metrics",
  resource: "volume",
  family: "Block storage",
  method: "GET",
  path: "/block-storage/volumes/{volume_id}/metrics",
  scope: "block-storage.read",
  summary: "Get what a volume read and wrote over time, and how full it is",
  description:
    "A volume is measured once a minute while it is attached to a running VM, and measurements are kept for 30 days. " +
    `Sites differ in what they measure: LXD and Incus know how full the volumes of containers are. ${METRIC_RANGE}`,
  params: { volume_id: ResourceId },
  query: metricRangeQuery,
  output: VolumeMetrics,
  errors: ["not_found"],
});
