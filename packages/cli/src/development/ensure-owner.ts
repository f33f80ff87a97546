import { type Database, statement } from "@fulmar/prisma";

const find = statement(
  "owner_find",
  `SELECT u.id, EXISTS (SELECT FROM member m WHERE m.user_id = u.id AND m.organization_id = $2) AS member FROM "user" u WHERE u.email = $1`,
);

const own = statement(
  "owner_insert",
  "INSERT INTO member (organization_id, user_id, role) VALUES ($1, $2, 'owner') ON CONFLICT (organization_id, user_id) DO NOTHING",
);

/**
 * Makes the person of the credentials an owner of Demo; with a new password, if the one before was lost with the file.
 */
export async function ensureOwner(
  database: Database,
  owner: {
    readonly organizationId: string;
    readonly email: string;
    readonly password: string;
    readonly passwordIsNew: boolean;
  },
): Promise<void> {
  const { organizationId, email, password, passwordIsNew } = owner;
  const [user] = await database.sql.query(find, [email, organizationId]);
  if (user?.member && !passwordIsNew) return;
  // better-auth takes a while to load, and most starts have no use for it.
  const { createUserWithPassword, setPassword } = await import("@fulmar/core/identity");
  await database.transaction(async (transaction) => {
    const userId = user?.id ?? (await createUserWithPassword(transaction, { email, name: "Demo", password }));
    if (user !== undefined && passwordIsNew) await setPassword(transaction, userId, password);
    await transaction.sql.query(own, [organizationId, userId]);
  });
}
