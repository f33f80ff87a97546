import { setImmediate as nextTurn } from "node:timers/promises";
import { type NewObject, outcomeOf, type WriteRule, type Written, writeQuery } from "@fulmar/core/embedded-store";
import type { StoreBucket } from "@fulmar/core/object-store";
import type { Query, RowOf, Sql } from "@fulmar/prisma";
import { S3Error } from "./protocol/s3-error.ts";

/** The most objects in one transaction. */
const MOST_TOGETHER = 64;

/** Where objects are written. */
interface Place {
  readonly sql: Sql;
  /** @throws S3Error when it was rolled back */
  changeBy(bucket: StoreBucket, query: Query<"object_put">): Promise<RowOf<"object_put">[]>;
}

interface Waiting {
  readonly object: NewObject;
  readonly resolve: (written: Written) => void;
  readonly reject: (error: unknown) => void;
}

/** The objects of a bucket that are to be written under one rule. */
interface Group {
  readonly bucket: StoreBucket;
  readonly rule: WriteRule;
  waiting: Waiting[];
}

/**
 * Writes the rows of objects. Those that come to a bucket in one turn of the event loop, or while others are being
 * written, share a transaction (docs/adr/0081). Each is answered after its commit.
 */
export class ObjectWriter {
  readonly #place: Place;
  readonly #groups = new Map<string, Group>();

  constructor(place: Place) {
    this.#place = place;
  }

  /** @throws S3Error when it was rolled back for certain */
  write(bucket: StoreBucket, object: NewObject, rule: WriteRule): Promise<Written> {
    return new Promise((resolve, reject) => {
      const name = `${bucket.workspaceId} ${bucket.bucketId} ${rule.condition} ${rule.bypassGovernance}`;
      const group = this.#groups.get(name);
      if (group !== undefined) group.waiting.push({ object, resolve, reject });
      else void this.#run(name, { bucket, rule, waiting: [{ object, resolve, reject }] });
    });
  }

  async #run(name: string, group: Group): Promise<void> {
    this.#groups.set(name, group);
    await nextTurn();
    while (group.waiting.length > 0) await this.#writeTogether(group, takeSome(group));
    this.#groups.delete(name);
  }

  /** Never rejects: each object is told its own outcome. */
  async #writeTogether(group: Group, together: readonly Waiting[]): Promise<void> {
    const { bucket, rule } = group;
    try {
      const objects = together.map(({ object }) => object);
      const rows = await this.#place.changeBy(bucket, writeQuery(bucket, objects, rule));
      const byKey = new Map(rows.map((row) => [row.key, row]));
      for (const { object, resolve, reject } of together)
        this.#outcomeOf(group, object, byKey.get(object.key)).then(resolve, reject);
    } catch (error) {
      if (together.length > 1 && error instanceof S3Error) {
        // One of them was refused, for example beyond the quota, and the others with it.
        for (const one of together) await this.#writeTogether(group, [one]);
        return;
      }
      for (const { reject } of together) reject(error);
    }
  }

  async #outcomeOf({ bucket, rule }: Group, object: NewObject, row: RowOf<"object_put"> | undefined): Promise<Written> {
    const written = await outcomeOf(this.#place.sql, bucket, { ...rule, key: object.key }, row);
    return written === "raced" ? this.write(bucket, object, rule) : written;
  }
}

/** Takes the first objects with different keys. */
function takeSome(group: Group): Waiting[] {
  const keys = new Set<string>();
  const taken: Waiting[] = [];
  const left: Waiting[] = [];
  for (const waiting of group.waiting) {
    const { key } = waiting.object;
    if (taken.length === MOST_TOGETHER || keys.has(key)) left.push(waiting);
    else taken.push(waiting);
    keys.add(key);
  }
  group.waiting = left;
  return taken;
}
