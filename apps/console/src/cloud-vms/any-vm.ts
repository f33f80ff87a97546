import type { CloudVm, GpuVm } from "@fulmar/contract";

/** A VM of either kind, as lists return it. */
export type AnyVm = CloudVm | GpuVm;
