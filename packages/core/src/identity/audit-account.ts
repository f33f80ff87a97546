import { randomUUID } from "node:crypto";
import type { Transaction } from "@fulmar/prisma";
import { newId } from "../kernel/identifiers.ts";
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
  | "account.revokeSession";

/**
 * Writes that a person changed something of their own account. Whoever answers for an organization wants to know how its
 * members sign in: the event stands in the trail of each.
 */
export async function auditAccount(
  { prisma }: Pick<Transaction, "prisma">,
  event: Origin & { readonly action: AccountAction; readonly userId: string; readonly resourceId: string | null },
): Promise<void> {
  const places = await prisma.member.findMany({ where: { user_id: event.userId }, select: { organization_id: true, user: { select: { name: true } } } });
  const request_id = event.requestId ?? `req_${randomUUID()}`;
  await prisma.auditEvent.createMany({
    data: places.map(({ organization_id, user }) => ({
      audit_event_id: newId("aud"),
      organization_id,
      actor_type: "user",
      actor_id: event.userId,
      actor_name: user.name,
      action: event.action,
      resource_id: event.resourceId,
      request_id,
      source_ip: event.sourceIp ?? null,
      result: 200,
    })),
  });
}
