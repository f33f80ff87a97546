/** A disk size in words: "6,400 GB". */
export function gigabytes(gb: number): string {
  return `${gb.toLocaleString("en-US")} GB`;
}

/** Memory in words: 2048 MB are 2 GB. */
export function memory(ramMb: number): string {
  return ramMb % 1024 === 0 ? gigabytes(ramMb / 1024) : `${ramMb.toLocaleString("en-US")} MB`;
}

export function vcpus(cpu: number): string {
  return cpu === 1 ? "1 vCPU" : `${cpu} vCPUs`;
}
