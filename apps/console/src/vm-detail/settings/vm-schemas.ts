// A module of its own, so that it can come after the page.
export { RebuildVm, ResizeVmRootDisk, UpdateVm, UpdateVmAccess } from "@fulmar/contract";
