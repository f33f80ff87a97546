/** Puts `attaching_volume` and `boot-instance` into words. */
export function formatStatus(status: string): string {
  return status.replaceAll(/[_-]/g, " ");
}

const UNITS = ["bytes", "KB", "MB", "GB", "TB", "PB"] as const;
const STEP = 1000;

/** An amount of data in words: 1500 is "1.5 KB", in units of a thousand, as S3 bills them. */
export function formatBytes(bytes: number): string {
  if (bytes === 1) return "1 byte";
  const power = bytes < STEP ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length - 1);
  const amount = bytes / STEP ** power;
  return `${amount.toLocaleString("en", { maximumFractionDigits: amount < 10 ? 1 : 0 })} ${UNITS[power]}`;
}

/** "1 invitation", "2 invitations". */
export function countOf(count: number, name: string): string {
  return `${count} ${name}${count === 1 ? "" : "s"}`;
}
