// A module of its own, so that it can come after the page.
export { CreateVolume, CreateVolumeSnapshot, ResizeVolume, UpdateVolume } from "@fulmar/contract";
