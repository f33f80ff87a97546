import { z } from "zod";
import { VM_STATUSES, VM_TYPES } from "./vm-states.ts";

export const VmStatus = z.enum(VM_STATUSES);
export type VmStatus = z.infer<typeof VmStatus>;

export const VmType = z.enum(VM_TYPES);
export type VmType = z.infer<typeof VmType>;
