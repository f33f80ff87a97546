import { z } from "zod";
import { CloudVm, vmDetailFields } from "./cloud-vm.ts";
import { vmCreateBody } from "./vm-create-body.ts";
import { vmOperations } from "./vm-operations.ts";

const accelerators = { gpu_model: z.string(), gpu_count: z.int() };

/** A cloud VM's record and its accelerators (design: GPU VMs). */
export const GpuVm = z.strictObject({ ...CloudVm.shape, ...accelerators }).meta({ id: "GpuVm" });
export type GpuVm = z.infer<typeof GpuVm>;

export const GpuVmDetail = z.strictObject({ ...GpuVm.shape, ...vmDetailFields }).meta({ id: "GpuVmDetail" });
export type GpuVmDetail = z.infer<typeof GpuVmDetail>;

export const CreateGpuVm = vmCreateBody("CreateGpuVm", "plan-gpu-h100-1");
export type CreateGpuVm = z.infer<typeof CreateGpuVm>;

export const gpuVmOperations = vmOperations({
  kind: "gpuVm",
  resource: "gpu_vm",
  path: "/compute/gpu-vms",
  noun: "GPU VM",
  record: GpuVm,
  detail: GpuVmDetail,
  createBody: CreateGpuVm,
});
