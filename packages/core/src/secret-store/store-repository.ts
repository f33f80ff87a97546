import type { CreateSecretStore, SecretStore, SecretStoreStatus } from "@fulmar/contract";
import type { Prisma, SecretStore as StoreRow } from "@fulmar/prisma";
import type { Workspace } from "../kernel/caller.ts";
import { newId } from "../kernel/identifiers.ts";
import { toTimestamp } from "../kernel/timestamp.ts";
import { storeNameTaken } from "./constraint-errors.ts";
import { firstFreeKey, storeKeyOf } from "./store-key.ts";

export interface StoreFilter {
  readonly status?: SecretStoreStatus | undefined;
  readonly name?: string | undefined;
}

/** The secret stores of one workspace. */
export class StoreRepository {
  readonly #prisma: Prisma.TransactionClient;
  readonly #workspaceId: bigint;

  constructor(prisma: Prisma.TransactionClient, workspaceId: bigint) {
    this.#prisma = prisma;
    this.#workspaceId = workspaceId;
  }

  /** Newest first, `limit` at most, those older than `after`. */
  list({ status, name }: StoreFilter, after: string | undefined, limit: number): Promise<StoreRow[]> {
    return this.#prisma.secretStore.findMany({
      where: {
        workspace_id: this.#workspaceId,
        ...(after !== undefined && { store_id: { lt: after } }),
        ...(status !== undefined && { status }),
        ...(name !== undefined && { name }),
      },
      orderBy: { store_id: "desc" },
      take: limit,
    });
  }

  get(storeId: string): Promise<StoreRow | null> {
    return this.#prisma.secretStore.findUnique({ where: { workspace_id_store_id: { workspace_id: this.#workspaceId, store_id: storeId } } });
  }

  /**
   * Writes a store under the first free key. When another request takes that key, or the name, first, looks again.
   * @throws DomainError 409 when the name is taken
   */
  async insert({ name, description }: CreateSecretStore): Promise<StoreRow> {
    const key = storeKeyOf(name);
    for (;;) {
      const alike = await this.#alike(name, key);
      if (alike.some((store) => store.name === name)) throw storeNameTaken();
      const store_key = firstFreeKey(key, new Set(alike.map((store) => store.store_key)));
      const data = { store_id: newId("store"), workspace_id: this.#workspaceId, name, store_key, description };
      const [row] = await this.#prisma.secretStore.createManyAndReturn({ data: [data], skipDuplicates: true });
      if (row !== undefined) return row;
    }
  }

  /** One conditional update: a store that is not `from` stays as it is. */
  async move(storeId: string, from: SecretStoreStatus, to: SecretStoreStatus): Promise<void> {
    await this.#prisma.secretStore.updateMany({
      where: { workspace_id: this.#workspaceId, store_id: storeId, status: from },
      data: { status: to, updated_at: new Date() },
    });
  }

  /** The stores with this name, this key, or this key with a number. */
  #alike(name: string, key: string): Promise<{ name: string; store_key: string }[]> {
    return this.#prisma.secretStore.findMany({
      where: { workspace_id: this.#workspaceId, OR: [{ name }, { store_key: key }, { store_key: { startsWith: `${key}-` } }] },
      select: { name: true, store_key: true },
    });
  }
}

export function toSecretStore(row: StoreRow, workspace: Workspace): SecretStore {
  const { store_id: id, name, store_key, description, status } = row;
  const owner = { organization_id: workspace.organizationId, workspace_id: String(row.workspace_id) };
  return { id, ...owner, name, store_key, description, status, created_at: toTimestamp(row.created_at), updated_at: toTimestamp(row.updated_at) };
}
