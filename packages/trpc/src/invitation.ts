import {
  InvitationAcceptance,
  type InvitationRecord,
  NewInvitation,
  OrganizationId,
  type Page,
  pageQuery,
} from "@fulmar/contract";
import { acceptInvitation, createInvitation, listInvitations, revokeInvitation, signedInUser } from "@fulmar/core";
import type { Database } from "@fulmar/prisma";
import { z } from "zod";
import { actingMember } from "./actor.ts";
import { parsed } from "./parsed.ts";
import { procedure, trpc } from "./trpc.ts";

const List = z.strictObject({ organization_id: OrganizationId, ...pageQuery() });
const One = z.strictObject({ organization_id: OrganizationId, invitation_id: z.string().min(1).max(128) });

/** How people come to an organization after its first owner. */
export function invitationRouter(database: Database) {
  return trpc.router({
    list: procedure.input(parsed(List)).query(async ({ ctx, input }): Promise<Page<InvitationRecord>> => {
      await actingMember(database, ctx, input.organization_id, "invitation.list");
      return listInvitations(database, {
        organizationId: input.organization_id,
        limit: input.limit,
        cursor: input.cursor,
      });
    }),

    /** The answer is the only time that the secret is shown: it makes the link /invitations/<secret>. */
    create: procedure
      .input(parsed(NewInvitation))
      .mutation(async ({ ctx, input }): Promise<{ invitation_id: string; secret: string; expires_at: string }> => {
        const by = await actingMember(database, ctx, input.organization_id, "invitation.create");
        const { invitationId, secret, expiresAt } = await createInvitation(database, input, by);
        return { invitation_id: invitationId, secret, expires_at: expiresAt.toISOString() };
      }),

    revoke: procedure.input(parsed(One)).mutation(async ({ ctx, input }): Promise<{ invitation_id: string }> => {
      const by = await actingMember(database, ctx, input.organization_id, "invitation.revoke");
      await revokeInvitation(database, {
        organizationId: input.organization_id,
        invitationId: input.invitation_id,
        by,
      });
      return { invitation_id: input.invitation_id };
    }),

    accept: procedure
      .input(parsed(InvitationAcceptance))
      .mutation(async ({ ctx, input }): Promise<{ organization_id: string }> => {
        const by = { userId: signedInUser(ctx.credentials), requestId: ctx.requestId, sourceIp: ctx.sourceIp };
        const { organizationId } = await acceptInvitation(database, input, by);
        return { organization_id: organizationId };
      }),
  });
}
