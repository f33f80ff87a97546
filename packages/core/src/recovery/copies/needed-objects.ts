import { z } from "zod";

/** The id of an attempt to copy, by which its objects are named. */
export const Session = z.string().regex(/^[0-9a-f]{32}$/);
const ObjectNumber = z
  .int()
  .min(0)
  .max(2 ** 32 - 1);

/** An object that a copy has written, or has found there. */
export interface StoredObject {
  readonly session: string;
  readonly number: number;
}

/** Objects that a copy needs: by their session, ranges of numbers with both ends. */
export const NeededObjects = z.record(Session, z.array(z.tuple([ObjectNumber, ObjectNumber])));
export type NeededObjects = z.infer<typeof NeededObjects>;

/** A set of objects. Its size is that of what is in it, and each question takes the same time. */
export class ObjectSet {
  readonly #numbers = new Map<string, Set<number>>();

  constructor(needed: NeededObjects = {}) {
    this.addAll(needed);
  }

  add({ session, number }: StoredObject): this {
    const numbers = this.#numbers.get(session) ?? new Set();
    this.#numbers.set(session, numbers.add(number));
    return this;
  }

  addAll(needed: NeededObjects): this {
    for (const [session, ranges] of Object.entries(needed))
      for (const [from, to] of ranges) for (let number = from; number <= to; number++) this.add({ session, number });
    return this;
  }

  has({ session, number }: StoredObject): boolean {
    return this.#numbers.get(session)?.has(number) === true;
  }

  *[Symbol.iterator](): Generator<StoredObject> {
    for (const [session, numbers] of this.#numbers) for (const number of numbers) yield { session, number };
  }

  toNeeded(): NeededObjects {
    const sessions = [...this.#numbers].map(([session, numbers]) => [session, rangesOf(numbers)] as const);
    return Object.fromEntries(sessions);
  }
}

function rangesOf(numbers: ReadonlySet<number>): [number, number][] {
  const ranges: [number, number][] = [];
  for (const number of [...numbers].toSorted((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last?.[1] === number - 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges;
}
