import { createHash } from "node:crypto";
import type { Secrets } from "@fulmar/config";
import { StartupScript } from "@fulmar/contract";
import { lookup, type Sql, statement } from "@fulmar/prisma";
import { olderThan, toPage } from "../query/paging.ts";
import { contains } from "../query/search.ts";
import { wireForm } from "../query/wire-form.ts";
import { auditRequest } from "../request/audit-event.ts";
import type { Handler, RequestContext } from "../request/context.ts";
import { found } from "../request/domain-error.ts";
import { newId } from "../request/identifiers.ts";
import { resealRows } from "../request/sealing/reseal-rows.ts";
import { Sealer } from "../request/sealing/sealed-value.ts";
import type { VmInput } from "./vm-guards.ts";

const COLUMNS = "startup_script_id, name, size_bytes, sha256, created_at";
const MINE = "workspace_id = $workspace_id::bigint AND startup_script_id = $startup_script_id";

const list = statement(
  "startup_script_list",
  `SELECT ${COLUMNS} FROM startup_script
    WHERE workspace_id = $workspace_id::bigint AND startup_script_id < $after
      AND ($name::text IS NULL OR name = $name) AND ${contains("name", "$search")}
    ORDER BY startup_script_id DESC LIMIT $limit::int`,
);

const get = lookup("startup_script_get", `SELECT ${COLUMNS} FROM startup_script WHERE ${MINE}`);

const text = lookup("startup_script_text", `SELECT sealed_content FROM startup_script WHERE ${MINE}`);

// The audit event is committed before the text arrives, so that every read is in the audit trail.
const read = statement(
  "startup_script_content",
  `WITH script AS (SELECT workspace_id, sealed_content FROM startup_script WHERE ${MINE}), audited AS (
     ${auditRequest({ rows: "script" })}
   )
   SELECT sealed_content FROM script`,
);

const insert = statement(
  "startup_script_insert",
  `INSERT INTO startup_script (startup_script_id, workspace_id, name, sealed_content, size_bytes, sha256)
   VALUES ($startup_script_id, $workspace_id::bigint, $name, $sealed_content::bytea, $size_bytes::int, $sha256)
   RETURNING ${COLUMNS}`,
);

const rename = statement(
  "startup_script_rename",
  `UPDATE startup_script SET name = coalesce($name, name) WHERE ${MINE} RETURNING ${COLUMNS}`,
);

const remove = statement(
  "startup_script_delete",
  `DELETE FROM startup_script WHERE ${MINE} RETURNING startup_script_id`,
);

const sealedPage = statement(
  "startup_script_sealed",
  `SELECT startup_script_id AS id, sealed_content AS sealed FROM startup_script
    WHERE startup_script_id > $after ORDER BY startup_script_id LIMIT 500`,
);

const replace = statement(
  "startup_script_reseal",
  `UPDATE startup_script s SET sealed_content = u.sealed
     FROM unnest($ids::text[], $former::bytea[], $sealed::bytea[]) AS u (id, former, sealed)
    WHERE s.startup_script_id = u.id AND s.sealed_content = u.former RETURNING s.startup_script_id`,
);

const toStartupScript = wireForm(StartupScript);

/** The text of a script is bound to its id. */
const sealerOf = (secrets: Secrets) => new Sealer(secrets, "startup scripts");

export const listStartupScripts: Handler<"startupScript.list"> = async (
  { sql, workspace },
  { limit, cursor, name, search },
) => {
  const after = olderThan(cursor, "script");
  const rows = await sql.query(list, { workspace_id: workspace.id, after, name, search, limit: limit + 1 });
  return toPage(rows, limit, (row) => row.startup_script_id, toStartupScript);
};

/** The database refuses a name that is taken. */
export const createStartupScript: Handler<"startupScript.create"> = async (
  { sql, workspace, configuration },
  { name, content },
) => {
  const startup_script_id = newId("script");
  const row = await sql.one(insert, {
    workspace_id: workspace.id,
    startup_script_id,
    name,
    sealed_content: sealerOf(configuration.secrets).seal(content, startup_script_id),
    size_bytes: Buffer.byteLength(content),
    sha256: createHash("sha256").update(content).digest("hex"),
  });
  return toStartupScript(row);
};

export const getStartupScript: Handler<"startupScript.get"> = async ({ sql, workspace }, { startup_script_id }) => {
  const row = await sql.maybe(get, { workspace_id: workspace.id, startup_script_id });
  return toStartupScript(found(row, "startup script"));
};

export const readStartupScript: Handler<"startupScript.content"> = async (context, { startup_script_id }) => {
  const row = await context.sql.maybe(read, { startup_script_id, ...context.auditRow(startup_script_id) });
  return { content: opened(context, startup_script_id, row) };
};

/** The database refuses a name that is taken. */
export const updateStartupScript: Handler<"startupScript.update"> = async (
  { sql, workspace },
  { startup_script_id, name },
) => {
  const row = await sql.maybe(rename, { workspace_id: workspace.id, startup_script_id, name });
  return toStartupScript(found(row, "startup script"));
};

/** VMs have copies of it, so they keep it. */
export const deleteStartupScript: Handler<"startupScript.delete"> = async (
  { sql, workspace },
  { startup_script_id },
) => {
  found(await sql.maybe(remove, { workspace_id: workspace.id, startup_script_id }), "startup script");
  return { status: "deleted", id: startup_script_id };
};

/**
 * The user data of a VM: the text in the request, or of the script that it names. One more round trip, only if it names
 * one.
 * @throws DomainError 404 when the library lacks it
 */
export async function userDataForVm(
  context: RequestContext,
  { user_data, startup_script_id }: Pick<VmInput<"rebuild">, "user_data" | "startup_script_id">,
): Promise<string | undefined> {
  if (startup_script_id === undefined) return user_data;
  const row = await context.sql.maybe(text, { workspace_id: context.workspace.id, startup_script_id });
  return opened(context, startup_script_id, row);
}

function opened(
  { configuration }: Pick<RequestContext, "configuration">,
  startup_script_id: string,
  row: { readonly sealed_content: Buffer } | undefined,
): string {
  return sealerOf(configuration.secrets).open(found(row, "startup script").sealed_content, startup_script_id);
}

/** Seals with the first secret what is sealed with another. @returns how many values it sealed again */
export function resealStartupScripts(sql: Sql, secrets: Secrets): Promise<number> {
  return resealRows(sealerOf(secrets), {
    batch: (after) => sql.query(sealedPage, { after }),
    replace: (ids, former, sealed) => sql.query(replace, { ids, former, sealed }),
  });
}
