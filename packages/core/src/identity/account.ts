import { AccountName, type AccountSecurity, PasskeyName, PasswordChange } from "@fulmar/contract";
import type { Database } from "@fulmar/prisma";
import { hashPassword } from "better-auth/crypto";
import { DomainError } from "../request/domain-error.ts";
import { parseBy } from "../request/parse-input.ts";
import { auditAccount } from "./audit-account.ts";
import { checkPassword } from "./check-password.ts";
import type { Origin } from "./identity-parts.ts";

/** Who changes their own account, in which session. */
export interface AccountHolder extends Origin {
  readonly userId: string;
  readonly sessionId: string | undefined;
}

/** How a person signs in: their second factor, passkeys and sessions, the latest used first. */
export async function readAccountSecurity(
  database: Pick<Database, "prisma">,
  { userId, sessionId }: AccountHolder,
): Promise<AccountSecurity> {
  const user = await database.prisma.user.findUniqueOrThrow({
    where: { id: userId },
    select: {
      twoFactorEnabled: true,
      passkeys: { orderBy: { createdAt: "asc" } },
      sessions: { where: { expiresAt: { gt: new Date() } }, orderBy: { updatedAt: "desc" }, take: 100 },
    },
  });
  return {
    second_factor: user.twoFactorEnabled,
    passkeys: user.passkeys.map((passkey) => ({
      passkey_id: passkey.id,
      name: passkey.name ?? "Passkey",
      backed_up: passkey.backedUp,
      created_at: passkey.createdAt.toISOString(),
    })),
    sessions: user.sessions.map((session) => ({
      session_id: session.id,
      current: session.id === sessionId,
      user_agent: session.userAgent || null,
      ip_address: session.ipAddress || null,
      created_at: session.createdAt.toISOString(),
      last_used_at: session.updatedAt.toISOString(),
      expires_at: session.expiresAt.toISOString(),
    })),
  };
}

/** @throws DomainError 400 */
export async function renameAccount(
  database: Pick<Database, "prisma">,
  holder: AccountHolder,
  input: unknown,
): Promise<void> {
  const { name } = parseBy(AccountName, input);
  await database.prisma.$transaction(async (prisma) => {
    await prisma.user.update({ where: { id: holder.userId }, data: { name } });
    await auditAccount({ prisma }, { action: "account.rename", resourceId: holder.userId, ...holder });
  });
}

/**
 * Gives a person another password, and ends the sessions that the old one began, but for the one that asks. @throws
 * DomainError 400
 */
export async function changePassword(
  database: Pick<Database, "prisma">,
  holder: AccountHolder,
  input: unknown,
): Promise<void> {
  const { userId, sessionId } = holder;
  const { current_password, new_password } = parseBy(PasswordChange, input);
  await checkPassword(database, userId, current_password, "current_password");
  const password = await hashPassword(new_password);
  await database.prisma.$transaction(async (prisma) => {
    await prisma.account.updateMany({ where: { userId, providerId: "credential" }, data: { password } });
    await prisma.session.deleteMany({
      where: { userId, ...(sessionId !== undefined && { id: { not: sessionId } }) },
    });
    await auditAccount({ prisma }, { action: "account.changePassword", resourceId: userId, ...holder });
  });
}

/** Ends one of a person's sessions: its very next request is refused. @throws DomainError 404 */
export async function revokeSession(
  database: Pick<Database, "prisma">,
  holder: AccountHolder,
  sessionId: string,
): Promise<void> {
  await database.prisma.$transaction(async (prisma) => {
    const { count } = await prisma.session.deleteMany({ where: { userId: holder.userId, id: sessionId } });
    if (count === 0) throw new DomainError("not_found", "This session has ended already; reload the page.");
    await auditAccount({ prisma }, { action: "account.revokeSession", resourceId: sessionId, ...holder });
  });
}

/** Ends all of a person's sessions but the one that asks. @returns how many there were */
export async function revokeOtherSessions(database: Pick<Database, "prisma">, holder: AccountHolder): Promise<number> {
  const { userId, sessionId } = holder;
  return database.prisma.$transaction(async (prisma) => {
    const { count } = await prisma.session.deleteMany({
      where: { userId, ...(sessionId !== undefined && { id: { not: sessionId } }) },
    });
    await auditAccount({ prisma }, { action: "account.revokeOtherSessions", resourceId: userId, ...holder });
    return count;
  });
}

/** @throws DomainError 400, 404 */
export async function renamePasskey(
  database: Pick<Database, "prisma">,
  holder: AccountHolder,
  input: unknown,
): Promise<void> {
  const { passkey_id, name } = parseBy(PasskeyName, input);
  await database.prisma.$transaction(async (prisma) => {
    const { count } = await prisma.passkey.updateMany({
      where: { id: passkey_id, userId: holder.userId },
      data: { name },
    });
    if (count === 0) throw noSuchPasskey();
    await auditAccount({ prisma }, { action: "account.renamePasskey", resourceId: passkey_id, ...holder });
  });
}

/** @throws DomainError 404 */
export async function removePasskey(
  database: Pick<Database, "prisma">,
  holder: AccountHolder,
  passkeyId: string,
): Promise<void> {
  await database.prisma.$transaction(async (prisma) => {
    const { count } = await prisma.passkey.deleteMany({ where: { id: passkeyId, userId: holder.userId } });
    if (count === 0) throw noSuchPasskey();
    await auditAccount({ prisma }, { action: "account.removePasskey", resourceId: passkeyId, ...holder });
  });
}

function noSuchPasskey() {
  return new DomainError("not_found", "There is no such passkey, or not any more; reload the page.");
}
