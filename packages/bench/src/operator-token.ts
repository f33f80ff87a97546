import { randomUUID } from "node:crypto";
import { insertOperatorToken, makeOperator } from "@fulmar/core/operator";
import type { Database } from "@fulmar/prisma";

const DAY_MS = 86_400_000;

/** A token of a new operator with a second factor, which production requires. @param core another release's, of the database */
export async function operatorToken(
  database: Database,
  environment: "development" | "production",
  core: Pick<typeof import("@fulmar/core/operator"), "insertOperatorToken" | "makeOperator"> = {
    insertOperatorToken,
    makeOperator,
  },
): Promise<string> {
  const id = randomUUID();
  const user = { id, name: "Ada", email: `ada-${id}@example.com`, twoFactorEnabled: true };
  await database.prisma.user.create({ data: { ...user, emailVerified: true } });
  await core.makeOperator(database, { email: user.email, role: "operator" });
  const { token } = await core.insertOperatorToken(
    database.sql,
    { environment, cell: undefined },
    {
      ...{ user_id: user.id, name: "acceptance", scopes: ["operator.read", "operator.write"] },
      expires_at: new Date(Date.now() + DAY_MS),
    },
  );
  return token;
}
