import type { CloudVm, GpuVm } from "@fulmar/contract";

/** A VM of either kind, as lists have it. */
export type AnyVm = CloudVm | GpuVm;
