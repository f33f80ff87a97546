import type { BucketTransfer } from "@fulmar/providers";

const HOUR_MS = 3_600_000;

/** Until where the transfer of a bucket is counted: an hour, and how much of it. */
interface CountedTransfer {
  readonly name: string;
  readonly counted_hour: Date | null;
  readonly counted_bytes: bigint;
}

/** The bytes that a bucket has sent since the last count, and the hour of this one. The newest hour still grows. */
export function addedTransfer(
  { name, counted_hour, counted_bytes }: CountedTransfer,
  transfers: readonly BucketTransfer[],
): { readonly hour: Date | null; readonly bytes: bigint; readonly added: bigint } {
  const from = counted_hour?.getTime() ?? 0;
  const counted = transfers.filter(({ bucketName, hour }) => bucketName === name && hour.getTime() >= from);
  const hour = counted.reduce((latest, one) => Math.max(latest, one.hour.getTime()), from);
  const sum = (of: readonly BucketTransfer[]) => of.reduce((total, { bytes }) => total + BigInt(bytes), 0n);
  const bytes = sum(counted.filter((one) => one.hour.getTime() === hour));
  if (counted.length === 0) return { hour: counted_hour, bytes: counted_bytes, added: 0n };
  const added = sum(counted) - counted_bytes;
  return { hour: new Date(hour), bytes, added: added < 0n ? 0n : added };
}

/** The beginning of an hour. */
export function hourOf(time: Date): Date {
  return new Date(Math.floor(time.getTime() / HOUR_MS) * HOUR_MS);
}
