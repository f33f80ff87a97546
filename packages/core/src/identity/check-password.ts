import type { Database } from "@fulmar/prisma";
import { verifyPassword } from "better-auth/crypto";
import { invalidField } from "../request/domain-error.ts";

/** @param field the form's field that holds the password @throws DomainError 400 when it is another */
export async function checkPassword(
  database: Pick<Database, "prisma">,
  userId: string,
  password: string,
  field: string,
): Promise<void> {
  const account = await database.prisma.account.findFirst({
    where: { userId, providerId: "credential" },
    select: { password: true },
  });
  if (account?.password == null || !(await verifyPassword({ hash: account.password, password })))
    throw invalidField(field, "is wrong", "wrong_password");
}
