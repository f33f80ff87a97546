import { type Database, type RowOf, type Sql, statement } from "@fulmar/prisma";

/** The folder of an object store. */
export interface StoreFolder {
  /** The id in the folder's own file, which moves with the folder. */
  readonly storeId: string;
  readonly host: string;
  readonly folder: string;
}

const register = statement(
  "object_store_register",
  `INSERT INTO object_store AS s (store_id, host, folder) VALUES ($store_id, $host, $folder)
       ON CONFLICT (singleton) DO UPDATE SET store_id = excluded.store_id, host = excluded.host,
          folder = excluded.folder, changed_at = now()
    WHERE s.store_id IS NULL OR (s.store_id = excluded.store_id
                                 AND (s.host, s.folder) IS DISTINCT FROM (excluded.host, excluded.folder))`,
);

const registered = statement("object_store_registered", "SELECT store_id, host, folder, changed_at FROM object_store");

/**
 * The folder that the database belongs to. `store_id` is null once the operator lets the next store take its folder.
 */
type RegisteredFolder = RowOf<typeof registered>;

export async function readStoreFolder(sql: Sql): Promise<RegisteredFolder | undefined> {
  const row = await sql.maybe(registered);
  return row;
}

/** Registers a folder unless another one is. @returns the registered one */
export async function registerStoreFolder(sql: Sql, { storeId, host, folder }: StoreFolder): Promise<RegisteredFolder> {
  await sql.query(register, { store_id: storeId, host, folder });
  const row = await readStoreFolder(sql);
  if (row === undefined) throw new Error("the folder of the object store was not registered");
  return row;
}

const someFiles = statement(
  "object_file_some",
  "SELECT file_id FROM object_file WHERE freed_at IS NULL ORDER BY file_id DESC LIMIT $limit::int",
);

/** The newest files that rows name, at most `limit`. */
export async function newestFiles(sql: Sql, limit: number): Promise<string[]> {
  return (await sql.query(someFiles, { limit })).map(({ file_id }) => file_id);
}

const release = statement(
  "object_store_release",
  `INSERT INTO object_store AS s (store_id, host, folder) VALUES (NULL, '', '')
       ON CONFLICT (singleton) DO UPDATE SET store_id = NULL, changed_at = now() RETURNING host, folder`,
);

/** Lets the next object store that starts take its folder. @returns the former one; empty texts if there was none */
export async function releaseObjectStore({ sql }: Pick<Database, "sql">): Promise<{ host: string; folder: string }> {
  const row = await sql.one(release);
  return row;
}
