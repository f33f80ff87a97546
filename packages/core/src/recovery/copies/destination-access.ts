import type { Secrets } from "@fulmar/config";
import { type Sql, statement } from "@fulmar/prisma";
import { DestinationBucket } from "@fulmar/providers";
import { z } from "zod";
import { resealRows } from "../../request/sealing/reseal-rows.ts";
import { Sealer } from "../../request/sealing/sealed-value.ts";
import { publicConnector } from "../../work/public-connector.ts";
import type { WorkerServices } from "../../work/worker-services.ts";

const CONNECT_MS = 10_000;

const sealedPage = statement(
  "backup_destination_sealed",
  `SELECT destination_id AS id, sealed_access AS sealed FROM backup_destination
    WHERE destination_id > $after ORDER BY destination_id LIMIT 500`,
);

const replace = statement(
  "backup_destination_reseal",
  `UPDATE backup_destination d SET sealed_access = u.sealed
     FROM unnest($ids::text[], $former::bytea[], $sealed::bytea[]) AS u (id, former, sealed)
    WHERE d.destination_id = u.id AND d.sealed_access = u.former RETURNING d.destination_id`,
);

const lock = statement(
  "backup_destination_lock_objects",
  `SELECT d.destination_id FROM backup_destination d
    WHERE d.workspace_id = $workspace_id::bigint AND d.destination_id = $destination_id FOR NO KEY UPDATE`,
);

/**
 * Waits for whoever decides which objects of the destination are needed. What is asked afterwards in the transaction
 * sees what they have decided.
 */
export async function lockDestination(
  sql: Sql,
  place: { readonly workspace_id: bigint; readonly destination_id: string },
): Promise<void> {
  await sql.query(lock, place);
}

/** The secrets of a destination. */
const Access = z.strictObject({ access_key: z.string(), secret_key: z.string(), key: z.string() });
type Access = z.infer<typeof Access>;

/** They are bound to the id of the destination. */
const sealerOf = (secrets: Secrets) => new Sealer(secrets, "backup destinations");

export function sealAccess(secrets: Secrets, destinationId: string, access: Access): Buffer {
  return sealerOf(secrets).seal(JSON.stringify(access), destinationId);
}

/** @throws for what the secrets of the installation do not open */
export function openAccess(secrets: Secrets, destinationId: string, sealed: Uint8Array): Access {
  return Access.parse(JSON.parse(sealerOf(secrets).open(sealed, destinationId)));
}

/** The columns of a destination by which its bucket is reached. */
interface ReachedDestination {
  readonly destination_id: string;
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly prefix: string;
  readonly sealed_access: Uint8Array;
}

/** The bucket of a destination, its prefix, and the key that encrypts what is there. */
export interface OpenDestination {
  readonly bucket: DestinationBucket;
  readonly prefix: string;
  readonly key: string;
}

/**
 * Uses the bucket of a destination. It is at a public address, but where the operator allows others or has the bucket in
 * its own object store.
 */
export async function withDestination<Value>(
  services: Pick<WorkerServices, "secrets" | "webhookPrivateTargets" | "publicObjectStoreUrl">,
  { destination_id, endpoint, region, bucket: name, prefix, sealed_access }: ReachedDestination,
  use: (destination: OpenDestination) => Promise<Value>,
): Promise<Value> {
  const { access_key, secret_key, key } = openAccess(services.secrets, destination_id, sealed_access);
  const isAnywhere =
    services.webhookPrivateTargets || new URL(endpoint).origin === new URL(services.publicObjectStoreUrl).origin;
  const bucket = new DestinationBucket({
    ...{ endpoint, region, name, key: { accessKeyId: access_key, secretAccessKey: secret_key } },
    ...(!isAnywhere && { connect: publicConnector(CONNECT_MS) }),
  });
  try {
    return await use({ bucket, prefix, key });
  } finally {
    await bucket.close();
  }
}

/** Seals with the first secret what is sealed with another. @returns how many values it sealed again */
export function resealDestinations(sql: Sql, secrets: Secrets): Promise<number> {
  return resealRows(sealerOf(secrets), {
    batch: (after) => sql.query(sealedPage, { after }),
    replace: (ids, former, sealed) => sql.query(replace, { ids, former, sealed }),
  });
}
