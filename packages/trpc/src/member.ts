import { type MemberRecord, MemberRole, OrganizationId, type Page, pageQuery } from "@fulmar/contract";
import { listMembers, removeMember, setMemberRole, signedInUser } from "@fulmar/core";
import type { Database } from "@fulmar/prisma";
import { z } from "zod";
import { actingMember } from "./actor.ts";
import { parsed } from "./parsed.ts";
import { procedure, trpc } from "./trpc.ts";

const List = z.strictObject({ organization_id: OrganizationId, ...pageQuery() });
const One = z.strictObject({ organization_id: OrganizationId, user_id: z.string().min(1).max(128) });
type Done = Promise<{ user_id: string }>;

/** The people of an organization and what they may do. */
export function memberRouter(database: Database) {
  return trpc.router({
    list: procedure.input(parsed(List)).query(async ({ ctx, input }): Promise<Page<MemberRecord>> => {
      await actingMember(database, ctx, input.organization_id, "member.list");
      return listMembers(database, { organizationId: input.organization_id, limit: input.limit, cursor: input.cursor });
    }),

    setRole: procedure.input(parsed(MemberRole)).mutation(async ({ ctx, input }): Done => {
      await setMemberRole(database, input, await actingMember(database, ctx, input.organization_id, "member.setRole"));
      return { user_id: input.user_id };
    }),

    /** Whoever names themselves leaves. */
    remove: procedure.input(parsed(One)).mutation(async ({ ctx, input }): Done => {
      const leaves = signedInUser(ctx.credentials) === input.user_id;
      const by = await actingMember(database, ctx, input.organization_id, leaves ? "member.leave" : "member.remove");
      await removeMember(database, { organizationId: input.organization_id, userId: input.user_id }, by);
      return { user_id: input.user_id };
    }),
  });
}
