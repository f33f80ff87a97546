import { z } from "zod";
import { defineOperation } from "../declaration/operation.ts";
import { Timestamp } from "../values/fields.ts";
import { vmId } from "./vm.ts";

/** VM bandwidth summary of the public API */
export const BandwidthSummary = z
  .strictObject({ month: z.string(), rx_bytes: z.int(), tx_bytes: z.int(), last_updated_at: Timestamp.nullable() })
  .meta({ id: "BandwidthSummary" });
export type BandwidthSummary = z.infer<typeof BandwidthSummary>;

const Month = z.string().regex(/^[1-9][0-9]{3}-(0[1-9]|1[0-2])$/, "must be a year and a month, as in 2026-11");

export const bandwidthGet = defineOperation({
  id: "bandwidth.get",
  resource: "cloud_vm",
  family: "Compute",
  method: "GET",
  path: "/compute/cloud-vms/{vm_id}/metrics/bandwidth",
  scope: "vm.read",
  summary: "Get the traffic that a cloud VM received and sent in a calendar month (UTC)",
  params: vmId,
  query: { month: Month },
  output: BandwidthSummary,
  errors: ["not_found"],
});

export const gpuBandwidthGet = defineOperation({
  id: "gpuBandwidth.get",
  resource: "gpu_vm",
  family: "Compute",
  method: "GET",
  path: "/compute/gpu-vms/{vm_id}/metrics/bandwidth",
  scope: "vm.read",
  summary: "Get the traffic that a GPU VM received and sent in a calendar month (UTC)",
  params: vmId,
  query: { month: Month },
  output: BandwidthSummary,
  errors: ["not_found"],
});
