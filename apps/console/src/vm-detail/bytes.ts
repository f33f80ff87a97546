const UNITS = ["B", "kB", "MB", "GB", "TB", "PB"] as const;

/** An amount of data for people, in powers of ten as networks and disks are sold: 1536000 is "1.5 MB". */
export function bytes(amount: number): string {
  let value = amount;
  let unit = 0;
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${new Intl.NumberFormat("en", { maximumFractionDigits: value < 10 && unit > 0 ? 1 : 0 }).format(value)} ${UNITS[unit]}`;
}
