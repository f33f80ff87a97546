import { MOST_PARTS } from "@fulmar/contract/object-storage";

const MIB = 1024 * 1024;
/** Files from this size on, in bytes, are uploaded in parts. */
export const PARTS_FROM = 16 * MIB;
const PART_BYTES = 8 * MIB;

/** Bytes of a file from `start` on, until before `end`. */
export interface FilePart {
  /** From 1 on, in their order. */
  readonly number: number;
  readonly start: number;
  readonly end: number;
}

/** How a file is divided: by parts of one size, the last smaller, larger ones where they would be too many. */
export function partsOf(size: number): readonly FilePart[] {
  const bytes = Math.max(PART_BYTES, Math.ceil(size / MOST_PARTS / MIB) * MIB);
  return Array.from({ length: Math.ceil(size / bytes) }, (_, index) => ({
    number: index + 1,
    start: index * bytes,
    end: Math.min((index + 1) * bytes, size),
  }));
}
