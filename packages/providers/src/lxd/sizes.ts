/** A size as LXD writes it. */
export function gibibytes(count: number): string {
  return `${count}GiB`;
}

export function mebibytes(count: number): string {
  return `${count}MiB`;
}

/** How many processors a limit such as `2`, `0-3` or `1,5` allows; 0 without one. */
export function cpusOf(limit: string | undefined): number {
  if (limit === undefined || limit === "") return 0;
  if (/^\d+$/.test(limit)) return Number(limit);
  return limit.split(",").reduce((sum, part) => {
    const [first, last = first] = part.split("-");
    return sum + Number(last) - Number(first) + 1;
  }, 0);
}

const UNITS: Readonly<Record<string, number>> = {
  "": 1,
  B: 1,
  KiB: 2 ** 10,
  MiB: 2 ** 20,
  GiB: 2 ** 30,
  TiB: 2 ** 40,
  kB: 1e3,
  MB: 1e6,
  GB: 1e9,
  TB: 1e12,
};

/** Bytes of a size in LXD's notation, such as `10GiB`; 0 for anything else, such as no limit. */
export function bytesOf(size: string | undefined): number {
  const [, count, unit] = /^(\d+)\s*([A-Za-z]*)$/.exec(size ?? "") ?? [];
  return Number(count ?? 0) * (UNITS[unit ?? ""] ?? 0);
}
