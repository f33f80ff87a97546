/** Memory in words: 2048 MB are 2 GB. */
export function memory(ramMb: number): string {
  return ramMb % 1024 === 0 ? `${ramMb / 1024} GB` : `${ramMb} MB`;
}

export function vcpus(cpu: number): string {
  return cpu === 1 ? "1 vCPU" : `${cpu} vCPUs`;
}
