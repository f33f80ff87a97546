import type { VolumeType } from "@fulmar/contract";

export const TYPE_NAME: Readonly<Record<VolumeType, string>> = { ssd: "SSD", nvme: "NVMe", hdd: "HDD" };

/** What each type is good for. */
export const TYPE_USE: Readonly<Record<VolumeType, string>> = {
  ssd: "For most work: systems, applications, small databases.",
  nvme: "For databases and whatever waits for its disk.",
  hdd: "For archives and large files that are read in order.",
};
