import { z } from "zod";
import { CloudVm, vmCreateFields } from "./cloud-vm.ts";
import { vmOperations } from "./vm-operations.ts";

/** A cloud VM's record and its accelerators (design: GPU VMs). */
export const GpuVm = z.strictObject({ ...CloudVm.shape, gpu_model: z.string(), gpu_count: z.int() }).meta({ id: "GpuVm" });
export type GpuVm = z.infer<typeof GpuVm>;

export const CreateGpuVm = z.strictObject(vmCreateFields).meta({ id: "CreateGpuVm" });
export type CreateGpuVm = z.infer<typeof CreateGpuVm>;

export const gpuVmOperations = vmOperations({ kind: "gpuVm", path: "/compute/gpu-vms", noun: "GPU VM", record: GpuVm, createBody: CreateGpuVm });
