import { timingSafeEqual } from "node:crypto";

/** Compares two signatures in constant time. */
export function isSame(ours: string, theirs: string): boolean {
  const [our, their] = [Buffer.from(ours), Buffer.from(theirs)];
  return our.length === their.length && timingSafeEqual(our, their);
}
