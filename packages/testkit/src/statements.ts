import { lookup, statement } from "@fulmar/prisma";

/**
 * Statements of tests, described like those of the product (docs/adr/0029). Statements that need not go through `sql`
 * use `database.pool`.
 */
export const testStatements = {
  who: lookup("test_who", "SELECT pg_backend_pid() AS pid, $number::int AS number"),
  share: lookup("test_share", "SELECT 12 / $parts::int AS share"),
  wait: lookup("test_wait", "SELECT pg_sleep(60)::text"),
  waitLong: statement("test_wait_long", "SELECT pg_sleep(60)::text"),
  pid: statement("test_pid", "SELECT pg_backend_pid() AS pid"),
  store: statement("test_store", "SELECT $document::jsonb"),
  named: lookup("test_named", "SELECT organization_id FROM organization WHERE name = $name"),
  insert: statement("test_insert", "INSERT INTO organization (organization_id, name) VALUES ($organization_id, $name)"),
  count: statement("test_count", "SELECT count(*) AS found FROM organization WHERE name = $name"),
  next: statement("test_next", "SELECT nextval('simulated.address_seq') AS number"),
  fail: statement("test_fail", "SELECT 1 / 0"),
  role: statement(
    "test_role",
    "SELECT current_user::text AS role, nullif(current_setting('fulmar.workspace_id', true), '') AS workspace",
  ),
  rename: statement("test_rename", "UPDATE operation SET action = $action WHERE operation_id = $operation_id"),
  disconnect: statement("test_disconnect", "SELECT pg_terminate_backend(pg_backend_pid())"),
};
