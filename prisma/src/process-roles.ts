// Gives the roles of the processes what `grants.ts` says, after each migration. The roles belong to the server; tables
// and functions stay with the role that migrates (docs/adr/0039).
import pg from "pg";
import {
  FUNCTIONS,
  GRANTED_ROLES,
  type GrantedRole,
  PROCESS_ROLES,
  type ProcessRole,
  privilegesOn,
  SEQUENCES,
} from "./grants.ts";
import { inMigration } from "./migration-transaction.ts";

interface Table {
  readonly schema: string;
  readonly name: string;
  readonly guarded: boolean;
  /** Each as `role privilege`. */
  readonly granted: readonly string[];
  /** The roles with a policy. */
  readonly admitted: readonly string[];
}

const tables = `
  SELECT n.nspname AS schema, c.relname AS name, c.relrowsecurity AS guarded,
         ARRAY(SELECT a.grantee::regrole || ' ' || a.privilege_type FROM aclexplode(c.relacl) a
                WHERE a.grantee <> 0 AND a.grantee::regrole::text = ANY ($1)) AS granted,
         ARRAY(SELECT r::regrole::text FROM pg_policy p, unnest(p.polroles) r
                WHERE p.polrelid = c.oid AND r <> 0 AND r::regrole::text = ANY ($1)) AS admitted
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
   WHERE n.nspname IN ('public', 'simulated') AND c.relkind IN ('r', 'p', 'v')
     AND ($2::text[] IS NULL OR n.nspname || '.' || c.relname = ANY ($2)) ORDER BY 1, 2`;

/**
 * Grants the process roles what they should have, and revokes the rest. Each table has a transaction of its own: a policy
 * locks its table, and requests of the former release, which use several, wait for one table at a time.
 * @returns false when this user may not make or grant the roles. Processes then log in as the owner
 */
export async function grantProcesses(client: pg.Client): Promise<boolean> {
  const changesOfTables = async (names: readonly string[] | null) => {
    const { rows } = await client.query<Table>(tables, [GRANTED_ROLES, names]);
    return rows.map((table) => ({
      name: `${table.schema}.${table.name}`,
      statements: GRANTED_ROLES.flatMap((role) => changesFor(client, table, role)),
    }));
  };
  try {
    await inMigration(client, () => ensureRoles(client));
    for (const { name, statements } of await changesOfTables(null)) {
      if (statements.length === 0) continue;
      await inMigration(client, async () => {
        // Another run may have done it since.
        const [left] = await changesOfTables([name]);
        await client.query(left?.statements.join(";\n") ?? "");
      });
    }
    await inMigration(client, () =>
      client.query([`GRANT USAGE ON SCHEMA simulated TO ${GRANTED_ROLES.join(", ")}`, ...otherGrants()].join(";\n")),
    );
    return true;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === INSUFFICIENT_PRIVILEGE) return false;
    throw error;
  }
}

const INSUFFICIENT_PRIVILEGE = "42501";

/** The roles of changes, with the processes that may take them, and have none of their rights otherwise. */
const CHANGE_ROLES: Readonly<Record<string, readonly ProcessRole[]>> = {
  fulmar_workspace: PROCESS_ROLES,
  fulmar_operator: ["fulmar_request"],
  fulmar_adopter: ["fulmar_worker"],
};

/**
 * Makes the roles, each with the right to take the roles of its changes. The roles belong to the server: others may
 * make them at the same time.
 */
export async function ensureRoles(client: pg.Client): Promise<void> {
  // Migrations make those of changes; a dump that is restored on another server finds none.
  for (const role of [...Object.keys(CHANGE_ROLES), ...PROCESS_ROLES])
    await client.query(
      unless(`EXISTS (SELECT FROM pg_roles WHERE rolname = '${role}')`, `CREATE ROLE ${role} NOLOGIN`),
    );
  for (const [change, processes] of Object.entries(CHANGE_ROLES))
    for (const role of processes) {
      const member = `EXISTS (SELECT FROM pg_auth_members
                               WHERE member = '${role}'::regrole AND roleid = '${change}'::regrole)`;
      await client.query(unless(member, `GRANT ${change} TO ${role} WITH INHERIT FALSE, SET TRUE`));
    }
}

/** Waits for a transaction of another database that does the same, and then leaves it at that. */
function unless(condition: string, statement: string): string {
  return `DO $$ BEGIN
    IF NOT ${condition} THEN ${statement}; END IF;
  EXCEPTION WHEN duplicate_object OR unique_violation THEN RAISE DEBUG 'made by another database meanwhile';
  END $$`;
}

function changesFor(client: pg.Client, table: Table, role: GrantedRole): string[] {
  const name = `${client.escapeIdentifier(table.schema)}.${client.escapeIdentifier(table.name)}`;
  const wanted: readonly string[] = privilegesOn(table.schema, table.name, role) ?? [];
  const held = table.granted.filter((grant) => grant.startsWith(`${role} `)).map((grant) => grant.split(" ")[1] ?? "");
  const missing = wanted.filter((privilege) => !held.includes(privilege));
  const spare = held.filter((privilege) => !wanted.includes(privilege));
  return [
    ...(spare.length > 0 ? [`REVOKE ${spare.join(", ")} ON ${name} FROM ${role}`] : []),
    ...(missing.length > 0 ? [`GRANT ${missing.join(", ")} ON ${name} TO ${role}`] : []),
    // Row-level security hides each row from a role without a policy.
    ...(table.guarded && !table.admitted.includes(role)
      ? [`CREATE POLICY ${role}_rows ON ${name} TO ${role} USING (true)`]
      : []),
  ];
}

function otherGrants(): string[] {
  return [
    ...Object.entries(SEQUENCES).map(([name, roles]) => `GRANT USAGE ON SEQUENCE ${name} TO ${withChanges(roles)}`),
    ...Object.entries(FUNCTIONS).map(([name, roles]) => `GRANT EXECUTE ON FUNCTION ${name} TO ${withChanges(roles)}`),
  ];
}

/** An operator's change may do what a request may, and an adoption what a worker may. */
function withChanges(roles: readonly GrantedRole[]): string {
  const changes = [
    ...(roles.includes("fulmar_request") ? ["fulmar_operator"] : []),
    ...(roles.includes("fulmar_worker") ? ["fulmar_adopter"] : []),
  ];
  return [...roles, ...changes].join(", ");
}

/**
 * Lets the user of `loginUrl` act as a process. Creates the user if it does not exist. Does nothing for the owner.
 * @throws Error with the statements that an administrator has to run
 */
export async function admitLogin(ownerUrl: string, loginUrl: string, role: ProcessRole): Promise<void> {
  const [owner, login] = [new URL(ownerUrl), new URL(loginUrl)];
  const user = decodeURIComponent(login.username);
  if (login.username === owner.username) return;
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const name = client.escapeIdentifier(user);
    const password = client.escapeLiteral(decodeURIComponent(login.password));
    const exists = await client.query("SELECT FROM pg_roles WHERE rolname = $1", [user]);
    if (exists.rowCount === 0)
      await client.query(`CREATE ROLE ${name} LOGIN PASSWORD ${password}`).catch(unlessMadeMeanwhile);
    const member = await client.query(
      "SELECT FROM pg_auth_members WHERE member = to_regrole($1) AND roleid = to_regrole($2)",
      [name, role],
    );
    if (member.rowCount === 0) await client.query(`GRANT ${role} TO ${name}`).catch(unlessMadeMeanwhile);
    await bypassPolicies(client, user);
    // The owner sees the transactions of its members' roles (`transactions_in_progress`).
    const seen = await client.query("SELECT pg_has_role(current_user, to_regrole($1), 'USAGE') AS seen", [name]);
    if (!seen.rows[0]?.seen) await client.query(`GRANT ${name} TO CURRENT_USER WITH INHERIT TRUE, SET FALSE`);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && error.code === INSUFFICIENT_PRIVILEGE)) throw error;
    throw new Error(
      `The user ${owner.username} may not set up ${user}: ` +
        `have an administrator run ${statementsFor(owner.username, user, role)}, then start again.`,
      { cause: error },
    );
  } finally {
    await client.end();
  }
}

/**
 * A policy that hides nothing still costs plans: PostgreSQL then uses no statistics for operators that may leak, such
 * as `<` of texts, and reads whole tables for a page of a list. So logins bypass policies where the owner may say so.
 * The role of a change does not.
 */
async function bypassPolicies(client: pg.Client, user: string): Promise<void> {
  const { rows } = await client.query("SELECT FROM pg_roles WHERE rolname = $1 AND NOT rolbypassrls", [user]);
  if (rows.length === 0) return;
  try {
    await client.query(`ALTER ROLE ${client.escapeIdentifier(user)} BYPASSRLS`);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && error.code === INSUFFICIENT_PRIVILEGE)) throw error;
  }
}

function statementsFor(owner: string, user: string, role: ProcessRole): string {
  const group = PROCESS_ROLES.map(
    (name) => `CREATE ROLE ${name} NOLOGIN; GRANT ${changesOf(name)} TO ${name} WITH INHERIT FALSE;`,
  );
  return (
    `"${group.join(" ")} CREATE ROLE ${user} LOGIN BYPASSRLS PASSWORD '…' IN ROLE ${role}; ` +
    `GRANT ${user} TO ${owner} WITH INHERIT TRUE, SET FALSE"`
  );
}

function changesOf(role: ProcessRole): string {
  const taken = Object.entries(CHANGE_ROLES).filter(([, processes]) => processes.includes(role));
  return taken.map(([change]) => change).join(", ");
}

function unlessMadeMeanwhile(error: unknown): void {
  const made = ["42710", "23505"]; // duplicate_object, unique_violation
  if (!(error instanceof pg.DatabaseError && made.includes(error.code ?? ""))) throw error;
}
