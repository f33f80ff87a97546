import { MOST_PARTS } from "@fulmar/contract/object-storage";

const MIB = 1024 * 1024;
/** Files of at least this size, in bytes, are uploaded in parts. */
export const PARTS_FROM = 16 * MIB;
const PART_BYTES = 8 * MIB;

/** The bytes of a file from `start` (included) to `end` (excluded). */
export interface FilePart {
  /** Numbered from 1. */
  readonly number: number;
  readonly start: number;
  readonly end: number;
}

/** Divides a file into parts of equal size, with a smaller last one. Parts are larger if there would be too many. */
export function partsOf(size: number): readonly FilePart[] {
  const bytes = Math.max(PART_BYTES, Math.ceil(size / MOST_PARTS / MIB) * MIB);
  return Array.from({ length: Math.ceil(size / bytes) }, (_, index) => ({
    number: index + 1,
    start: index * bytes,
    end: Math.min((index + 1) * bytes, size),
  }));
}
