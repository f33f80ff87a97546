import { randomUUID } from "node:crypto";
import type { FenceReason } from "@fulmar/contract";
import { type RowOf, type Sql, statement } from "@fulmar/prisma";
import type { InventoryPort, SiteOwnership } from "@fulmar/providers";
import { newId } from "../request/identifiers.ts";
import { raiseFence, SiteFenced } from "./fence.ts";
import { inTime } from "./timed-provider.ts";

/** How long a read of the database, and one of the site, stays valid. */
const DATABASE_MS = 1_000;
const SITE_MS = 10_000;
const TIMEOUT_MS = 10_000;
const NEVER = Number.NEGATIVE_INFINITY;

/**
 * SQL: the system identifier of the server and the oid of the database. They differ after a dump was restored, even
 * under the same name.
 */
export const DATABASE_ID = `(SELECT system_identifier::text FROM pg_control_system()) || '/' ||
  (SELECT oid::text FROM pg_database WHERE datname = current_database())`;

export const makeInstallation = statement(
  "installation_make",
  "INSERT INTO installation (installation_id) VALUES ($installation_id) ON CONFLICT DO NOTHING",
);

const read = statement(
  "site_fence_read",
  `SELECT i.installation_id, ${DATABASE_ID} AS present_database, f.database_id, f.epoch, f.token, f.reason, f.detail
     FROM installation i LEFT JOIN site_fence f ON f.provider = $provider`,
  { present: ["present_database"] }, // Every server has an identifier, and this database an oid.
);

const claim = statement(
  "site_fence_claim",
  `INSERT INTO site_fence (provider, installation_id, database_id, epoch, token)
   SELECT $provider, installation_id, ${DATABASE_ID}, $epoch::bigint, $token FROM installation
   ON CONFLICT DO NOTHING RETURNING provider`,
);

const advance = statement(
  "site_fence_advance",
  `UPDATE site_fence SET epoch = $next_epoch::bigint, token = $token
    WHERE provider = $provider AND epoch = $epoch::bigint AND fenced_at IS NULL RETURNING provider`,
);

/** The database's row of a provider that it drives or has driven. */
interface Driven {
  readonly installationId: string;
  readonly presentDatabase: string;
  readonly databaseId: string;
  readonly epoch: bigint;
  readonly token: string;
  readonly fenced: SiteFenced | null;
}

interface Seen {
  readonly ownership: SiteOwnership | null;
  readonly siteAtMs: number;
  readonly databaseAtMs: number;
  /** The highest epoch that this process has seen in the database. */
  readonly epoch: bigint;
  readonly fenced: SiteFenced | null;
}

/**
 * Guards every change at a site. A worker changes nothing there if its database is behind the site, is a copy of the
 * database that drives it, or belongs to another installation (docs/adr/0028). The gate stores its finding in the
 * database for other processes and the operator.
 */
export class SiteGate {
  readonly #sql: Sql;
  readonly #seen = new Map<string, Seen>();
  readonly #looks = new Map<string, Promise<Seen>>();

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /**
   * Ends when the sites of a provider may be changed. Queries the database at most once a second and the site every
   * ten seconds.
   * @throws SiteFenced; ProviderError when the site has to be asked and does not answer
   */
  async enter(provider: string, inventory: InventoryPort): Promise<void> {
    const seen = this.#seen.get(provider);
    const { fenced } =
      seen !== undefined && isFresh(seen.databaseAtMs, DATABASE_MS) ? seen : await this.#look(provider, inventory);
    if (fenced !== null) throw fenced;
  }

  /**
   * Compares a site now, and advances to the next epoch.
   * @throws SiteFenced; ProviderError when the site does not answer
   */
  async advance(provider: string, inventory: InventoryPort): Promise<void> {
    const seen = this.#seen.get(provider);
    if (seen !== undefined) this.#seen.set(provider, { ...seen, siteAtMs: NEVER, databaseAtMs: NEVER });
    await this.enter(provider, inventory);
    const driven = await this.#read(provider);
    // The site was just removed.
    if (driven === null) return;
    const { installationId, epoch } = driven;
    const next: SiteOwnership = { installationId, epoch: Number(epoch) + 1, token: newToken() };
    const rows = await this.#sql.query(advance, { provider, epoch, next_epoch: next.epoch, token: next.token });
    // Another worker was faster, or has just fenced the site.
    if (rows.length === 0) return;
    // The database first: a site that is one epoch behind is no reason to fence it.
    await answered((signal) => inventory.writeOwnership(next, signal));
  }

  #look(provider: string, inventory: InventoryPort): Promise<Seen> {
    const look =
      this.#looks.get(provider) ?? this.#compare(provider, inventory).finally(() => this.#looks.delete(provider));
    this.#looks.set(provider, look);
    return look;
  }

  async #compare(provider: string, inventory: InventoryPort): Promise<Seen> {
    const before = this.#seen.get(provider);
    const known = before !== undefined && isFresh(before.siteAtMs, SITE_MS) ? before : undefined;
    const seen = await this.#compareWith(provider, inventory, known);
    this.#seen.set(provider, seen);
    return seen;
  }

  /** @param known a recent read of the site, if any */
  async #compareWith(provider: string, inventory: InventoryPort, known: Seen | undefined): Promise<Seen> {
    const siteAtMs = known?.siteAtMs ?? performance.now();
    // The site first: its ownership record is never ahead of the database that is read after it.
    const first = known === undefined ? await answered((signal) => inventory.readOwnership(signal)) : known.ownership;
    const databaseAtMs = performance.now();
    const driven = await this.#driven(provider, first, inventory);
    // Another worker may have written the first ownership record in between.
    const ownership =
      first === null && driven.epoch > 1n && known === undefined
        ? await answered((signal) => inventory.readOwnership(signal))
        : first;
    const highest = this.#seen.get(provider)?.epoch ?? 0n;
    const epoch = driven.epoch > highest ? driven.epoch : highest;
    const { fenced } = driven;
    const reason = reasonOf(driven, ownership, highest);
    // What a resume does depends on the finding, so a fence by hand hides none.
    if (fenced !== null && (fenced.reason !== "by_operator" || reason === null))
      return { ownership, siteAtMs, databaseAtMs, epoch, fenced };
    if (reason === null && ownership === null)
      await answered((signal) => inventory.writeOwnership(ownershipOf(driven), signal));
    if (reason === null)
      return { ownership: ownership ?? ownershipOf(driven), siteAtMs, databaseAtMs, epoch, fenced: null };
    // The site may have been resumed since it was read.
    if (known !== undefined) return this.#compareWith(provider, inventory, undefined);
    return { ownership, siteAtMs, databaseAtMs, epoch, fenced: await raiseFence(this.#sql, provider, reason) };
  }

  /** The database's row of a provider. Inserts one if it has never driven the provider. */
  async #driven(provider: string, ownership: SiteOwnership | null, inventory: InventoryPort): Promise<Driven> {
    const driven = await this.#read(provider);
    if (driven !== null) return driven;
    const epoch = ownership === null ? 1 : 0;
    const claimed = await this.#sql.query(claim, { provider, epoch, token: newToken() });
    const made = await this.#read(provider);
    if (made === null) throw new Error(`The sites of ${provider} were removed while they were being claimed.`);
    if (claimed.length > 0 && ownership === null)
      await answered((signal) => inventory.writeOwnership(ownershipOf(made), signal));
    return made;
  }

  /** Null if this database has never driven the provider's sites. */
  async #read(provider: string): Promise<Driven | null> {
    const row = await this.#sql.maybe(read, { provider });
    if (row !== undefined) return drivenOf(row);
    await this.#sql.query(makeInstallation, { installation_id: newId("ins") });
    return this.#read(provider);
  }
}

function drivenOf(row: RowOf<typeof read>): Driven | null {
  const { installation_id: installationId, present_database: presentDatabase, database_id: databaseId } = row;
  const { epoch, token, reason, detail } = row;
  if (databaseId === null || epoch === null || token === null) return null;
  const fenced = reason === null ? null : new SiteFenced(reason, detail ?? reason);
  return { installationId, presentDatabase, databaseId, epoch, token, fenced };
}

/** Why a database must not change a site with this ownership record, or null if it may. */
function reasonOf(driven: Driven, ownership: SiteOwnership | null, highestEpoch: bigint): FenceReason | null {
  const { installationId, epoch, token } = driven;
  // Epoch 1 is written into the database before the first ownership record is written.
  if (ownership === null && epoch > 1n) return "mark_missing";
  if (ownership !== null && ownership.installationId !== installationId) return "other_installation";
  if (ownership !== null && BigInt(ownership.epoch) > epoch) return "database_behind";
  if (epoch < highestEpoch) return "database_behind";
  if (driven.databaseId !== driven.presentDatabase) return "database_copied";
  if (ownership !== null && BigInt(ownership.epoch) === epoch && ownership.token !== token) return "database_copied";
  return null;
}

function ownershipOf({ installationId, epoch, token }: Driven): SiteOwnership {
  return { installationId, epoch: Number(epoch), token };
}

export function newToken(): string {
  return randomUUID();
}

function isFresh(atMs: number, forMs: number): boolean {
  return performance.now() - atMs < forMs;
}

/** Without a signal of its own, because those who enter at once share the look. */
function answered<Value>(call: (signal: AbortSignal) => Promise<Value>): Promise<Value> {
  return inTime(call, new AbortController().signal, TIMEOUT_MS);
}
