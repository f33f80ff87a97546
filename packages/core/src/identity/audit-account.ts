import { randomUUID } from "node:crypto";
import type { Prisma } from "@fulmar/prisma";
import { newId } from "../request/identifiers.ts";
import type { Origin } from "./identity-parts.ts";

/** What people do with their own accounts. */
type AccountAction =
  | "account.addPasskey"
  | "account.changePassword"
  | "account.disableSecondFactor"
  | "account.enableSecondFactor"
  | "account.removePasskey"
  | "account.rename"
  | "account.renamePasskey"
  | "account.renewRecoveryCodes"
  | "account.revokeOtherSessions"
  | "account.revokeSession"
  | "account.signIn";

/** Prisma, or a transaction of it. */
interface Writer {
  readonly prisma: Prisma.TransactionClient;
}

/** What of an account's event is written wherever it stands. */
type AccountEvent = Origin & {
  readonly action: AccountAction;
  readonly userId: string;
  readonly resourceId: string | null;
};

/**
 * Writes that a person changed something of their own account. Whoever answers for an organization wants to know how
 * its members sign in: the event stands in the trail of each, and in the person's own.
 */
export async function auditAccount({ prisma }: Writer, event: AccountEvent): Promise<void> {
  const { name, members } = await prisma.user.findUniqueOrThrow({
    where: { id: event.userId },
    select: { name: true, members: { select: { organization_id: true } } },
  });
  await write({ prisma }, name, event, [null, ...members.map(({ organization_id }) => organization_id)]);
}

/** Writes that a person came in: that is for themselves to look through. */
export async function auditSignIn({ prisma }: Writer, userId: string, headers: Headers): Promise<void> {
  const { name } = await prisma.user.findUniqueOrThrow({ where: { id: userId }, select: { name: true } });
  const sourceIp = headers.get("x-forwarded-for") ?? undefined;
  await write({ prisma }, name, { action: "account.signIn", userId, resourceId: null, sourceIp }, [null]);
}

/** @param trails the organizations in whose trails the event stands; null is the person's own */
async function write(
  { prisma }: Writer,
  name: string,
  event: AccountEvent,
  trails: readonly (string | null)[],
): Promise<void> {
  const request_id = event.requestId ?? `req_${randomUUID()}`;
  await prisma.auditEvent.createMany({
    data: trails.map((organization_id) => ({
      audit_event_id: newId("aud"),
      organization_id,
      actor_type: "user",
      actor_id: event.userId,
      actor_name: name,
      action: event.action,
      resource_id: event.resourceId,
      request_id,
      source_ip: event.sourceIp ?? null,
      result: 200,
    })),
  });
}
