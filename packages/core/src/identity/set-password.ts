import type { Transaction } from "@fulmar/prisma";
import { hashPassword } from "better-auth/crypto";

/** Gives a person another password, in the caller's transaction, and ends the sessions that the old one began. */
export async function setPassword(
  transaction: Pick<Transaction, "prisma">,
  userId: string,
  password: string,
): Promise<void> {
  await transaction.prisma.account.updateMany({
    where: { userId, providerId: "credential" },
    data: { password: await hashPassword(password) },
  });
  await transaction.prisma.session.deleteMany({ where: { userId } });
}
