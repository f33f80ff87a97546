import { z } from "zod";

/** spec: States and transitions */
export const VmStatus = z.enum([
  "pending",
  "creating",
  "provisioning",
  "configuring",
  "running",
  "starting",
  "stopping",
  "stopped",
  "rebooting",
  "resizing",
  "attaching_volume",
  "detaching_volume",
  "resizing_plan",
  "resizing_disk",
  "deleting",
  "deleted",
  "error",
]);
export type VmStatus = z.infer<typeof VmStatus>;

export const VmType = z.enum(["cloud", "gpu"]);
export type VmType = z.infer<typeof VmType>;
