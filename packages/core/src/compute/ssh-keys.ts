import { createHash } from "node:crypto";
import { SshKey, sshKeyBytes } from "@fulmar/contract";
import { lookup, statement } from "@fulmar/prisma";
import { olderThan, toPage } from "../query/paging.ts";
import { contains } from "../query/search.ts";
import { wireForm } from "../query/wire-form.ts";
import type { Handler, InWorkspace } from "../request/context.ts";
import { found, invalidField, notFound } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";
import type { VmInput } from "./vm-guards.ts";

const COLUMNS = "ssh_key_id, name, public_key, fingerprint, created_at";
const MINE = "workspace_id = $workspace_id::bigint AND ssh_key_id = $ssh_key_id";

const list = statement(
  "ssh_key_list",
  `SELECT ${COLUMNS} FROM ssh_key
    WHERE workspace_id = $workspace_id::bigint AND ssh_key_id < $after
      AND ($name::text IS NULL OR name = $name) AND ${contains("name", "$search")}
    ORDER BY ssh_key_id DESC LIMIT $limit::int`,
);

const get = lookup("ssh_key_get", `SELECT ${COLUMNS} FROM ssh_key WHERE ${MINE}`);

const insert = statement(
  "ssh_key_insert",
  `INSERT INTO ssh_key (ssh_key_id, workspace_id, name, public_key, fingerprint)
   VALUES ($ssh_key_id, $workspace_id::bigint, $name, $public_key, $fingerprint)
   RETURNING ${COLUMNS}`,
);

const rename = statement(
  "ssh_key_rename",
  `UPDATE ssh_key SET name = coalesce($name, name) WHERE ${MINE} RETURNING ${COLUMNS}`,
);

const remove = statement("ssh_key_delete", `DELETE FROM ssh_key WHERE ${MINE} RETURNING ssh_key_id`);

/** In the order in which they are named. A key whose name is the id of another key is found by its own id. */
const named = statement(
  "ssh_key_named",
  `SELECT k.public_key FROM unnest($ssh_key_ids::text[]) WITH ORDINALITY AS n (sought, position)
     CROSS JOIN LATERAL (
       SELECT s.public_key FROM ssh_key s
        WHERE s.workspace_id = $workspace_id::bigint AND n.sought IN (s.ssh_key_id, s.name)
        ORDER BY s.ssh_key_id = n.sought DESC LIMIT 1) k
    ORDER BY n.position`,
);

const toSshKey = wireForm(SshKey);

/** As `ssh-keygen -l` shows it, such as `SHA256:…`, without the padding of base64. */
export function sshKeyFingerprint(publicKey: string): string {
  const hash = createHash("sha256").update(sshKeyBytes(publicKey)).digest("base64");
  return `SHA256:${hash.replace(/=+$/, "")}`;
}

export const listSshKeys: Handler<"sshKey.list"> = async ({ sql, workspace }, { limit, cursor, name, search }) => {
  const after = olderThan(cursor, "sshkey");
  const rows = await sql.query(list, { workspace_id: workspace.id, after, name, search, limit: limit + 1 });
  return toPage(rows, limit, (row) => row.ssh_key_id, toSshKey);
};

/** The database refuses a name that is taken. */
export const createSshKey: Handler<"sshKey.create"> = async ({ sql, workspace }, { name, public_key }) => {
  const row = await sql.one(insert, {
    workspace_id: workspace.id,
    ssh_key_id: newId("sshkey"),
    name,
    public_key,
    fingerprint: sshKeyFingerprint(public_key),
  });
  return toSshKey(row);
};

export const getSshKey: Handler<"sshKey.get"> = async ({ sql, workspace }, { ssh_key_id }) => {
  return toSshKey(found(await sql.maybe(get, { workspace_id: workspace.id, ssh_key_id }), "SSH key"));
};

/** The database refuses a name that is taken. */
export const updateSshKey: Handler<"sshKey.update"> = async ({ sql, workspace }, { ssh_key_id, name }) => {
  return toSshKey(found(await sql.maybe(rename, { workspace_id: workspace.id, ssh_key_id, name }), "SSH key"));
};

/** VMs have copies of their keys, so they keep it. */
export const deleteSshKey: Handler<"sshKey.delete"> = async ({ sql, workspace }, { ssh_key_id }) => {
  found(await sql.maybe(remove, { workspace_id: workspace.id, ssh_key_id }), "SSH key");
  return { status: "deleted", id: ssh_key_id };
};

/** The most keys of a VM. */
const MOST_KEYS = 50;

/**
 * The keys of a VM: those in the request, and those that it names of the library, each once. One more round trip, only
 * if it names any.
 * @returns undefined if the request has neither list
 * @throws DomainError 404 when the library lacks one that is named, 400 when there are too many
 */
export async function keysForVm(
  { sql, workspace }: InWorkspace,
  { ssh_keys, ssh_key_ids }: Pick<VmInput<"rebuild">, "ssh_keys" | "ssh_key_ids">,
): Promise<readonly string[] | undefined> {
  if (ssh_key_ids === undefined || ssh_key_ids.length === 0) return ssh_keys ?? ssh_key_ids;
  const rows = await sql.query(named, { workspace_id: workspace.id, ssh_key_ids });
  if (rows.length < ssh_key_ids.length) throw notFound("SSH key");
  const keys = [...new Set([...(ssh_keys ?? []), ...rows.map((row) => row.public_key)])];
  if (keys.length > MOST_KEYS)
    throw invalidField("ssh_key_ids", `must have at most ${MOST_KEYS} keys together with ssh_keys`);
  return keys;
}
