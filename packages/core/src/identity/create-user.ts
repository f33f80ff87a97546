import { randomUUID } from "node:crypto";
import type { Transaction } from "@fulmar/prisma";
import { hashPassword } from "better-auth/crypto";

/**
 * Creates a person who signs in with e-mail and password, in the caller's transaction. A member of nothing yet.
 * @returns the user's id
 */
export async function createUserWithPassword(
  transaction: Pick<Transaction, "prisma">,
  person: { readonly email: string; readonly name: string; readonly password: string },
): Promise<string> {
  const userId = randomUUID();
  await transaction.prisma.user.create({
    data: {
      id: userId,
      email: person.email.toLowerCase(),
      name: person.name,
      accounts: {
        create: {
          id: randomUUID(),
          accountId: userId,
          providerId: "credential",
          password: await hashPassword(person.password),
        },
      },
    },
  });
  return userId;
}
