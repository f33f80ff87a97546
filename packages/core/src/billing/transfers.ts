import { type Sql, statement } from "@fulmar/prisma";
import { LateWrites } from "../request/change/late-writes.ts";

const WRITTEN_EVERY_MS = 5_000;

// Ordered, so that processes that write at once do not lock each other out.
const add = statement(
  "transfer_add",
  `INSERT INTO transfer AS t (workspace_id, hour, resource_type, resource_id, sku_code, bytes)
   SELECT n.workspace_id, date_trunc('hour', now(), 'UTC'), 'bucket', n.bucket, 'object.transfer', n.bytes
     FROM unnest($workspace_ids::bigint[], $resource_ids::text[], $bytes::bigint[]) AS n (workspace_id, bucket, bytes)
    ORDER BY n.workspace_id, n.bucket
       ON CONFLICT (workspace_id, hour, resource_type, resource_id,
                    sku_code) DO UPDATE SET bytes = t.bytes + excluded.bytes`,
);

interface Sent {
  readonly workspaceId: bigint;
  readonly bucketName: string;
  readonly bytes: bigint;
}

/**
 * The bytes that the object store sends to visitors count for the hour in which they are written. If the database fails
 * or the process is killed, up to five seconds are lost: nothing is ever counted twice.
 */
export class BucketTransfers {
  readonly #sent: LateWrites<Sent>;

  constructor({
    sql,
    onError,
    everyMs = WRITTEN_EVERY_MS,
  }: {
    readonly sql: Sql;
    readonly onError: (error: unknown) => void;
    readonly everyMs?: number;
  }) {
    this.#sent = new LateWrites({
      write: (sent) => {
        const all = [...sent.values()];
        const column = <Value>(of: (one: Sent) => Value) => all.map(of);
        return sql.query(add, {
          workspace_ids: column(({ workspaceId }) => workspaceId),
          resource_ids: column(({ bucketName }) => bucketName),
          bytes: column(({ bytes }) => bytes),
        });
      },
      onError,
      everyMs,
    });
  }

  count({ workspaceId, name }: { readonly workspaceId: bigint; readonly name: string }, bytes: number): void {
    if (bytes === 0) return;
    this.#sent.note(`${workspaceId} ${name}`, (before) => ({
      ...{ workspaceId, bucketName: name },
      bytes: (before?.bytes ?? 0n) + BigInt(bytes),
    }));
  }

  close(): Promise<void> {
    return this.#sent.close();
  }
}
