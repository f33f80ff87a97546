import type { Configuration } from "@fulmar/config";
import {
  ApiTokenChange,
  type ApiTokenEvent,
  type ApiTokenRecord,
  NewApiToken,
  type Page,
  pageQuery,
  ROTATION_OVERLAPS,
  RotationOverlap,
} from "@fulmar/contract";
import {
  authorizeTokenManager,
  createToken,
  endOldValue,
  listTokens,
  readToken,
  revokeToken,
  rotateToken,
  updateToken,
} from "@fulmar/core";
import type { Database } from "@fulmar/prisma";
import { z } from "zod";
import type { RequestContext } from "./context.ts";
import { parsed } from "./parsed.ts";
import { procedure, trpc } from "./trpc.ts";

const organization = { organization_id: z.string().min(1).max(128) };
const List = z.strictObject({ ...organization, ...pageQuery(), name: z.string().min(1).max(63).optional() });
const Create = NewApiToken.safeExtend(organization);
const One = z.strictObject({ ...organization, token_id: z.string().min(1).max(128) });
const Update = One.extend(ApiTokenChange.shape);
/** `replaces` is the prefix of the value that the person saw. */
const Rotate = One.extend({ overlap: RotationOverlap, replaces: z.string().min(1).max(64) });

/** API tokens of an organization: console only, and only for the roles that manage them. */
export function apiTokenRouter({ database, environment }: { database: Database } & Pick<Configuration, "environment">) {
  /** The organization and the token that a manager names, and who changes it from where. */
  const managed = async (ctx: RequestContext, input: z.output<typeof One>) => {
    const userId = await authorizeTokenManager(database, ctx.credentials, input.organization_id);
    return {
      tokenId: input.token_id,
      organizationId: input.organization_id,
      change: { userId, requestId: ctx.requestId, sourceIp: ctx.sourceIp },
    };
  };
  return trpc.router({
    list: procedure.input(parsed(List)).query(async ({ ctx, input }): Promise<Page<ApiTokenRecord>> => {
      await authorizeTokenManager(database, ctx.credentials, input.organization_id);
      return listTokens(database, {
        organizationId: input.organization_id,
        limit: input.limit,
        cursor: input.cursor,
        name: input.name,
      });
    }),

    get: procedure
      .input(parsed(One))
      .query(async ({ ctx, input }): Promise<ApiTokenRecord & { readonly events: readonly ApiTokenEvent[] }> => {
        return readToken(database, await managed(ctx, input));
      }),

    /** The answer is the only time that the value is shown. */
    create: procedure
      .input(parsed(Create))
      .mutation(async ({ ctx, input }): Promise<{ token_id: string; token: string }> => {
        const createdBy = await authorizeTokenManager(database, ctx.credentials, input.organization_id);
        const { tokenId, token } = await createToken(database, {
          organizationId: input.organization_id,
          name: input.name,
          scopes: input.scopes,
          workspacePolicy: input.workspace_policy,
          workspaceIds: input.workspace_ids.map(BigInt),
          expiresAt: input.expires_at === null ? null : new Date(input.expires_at),
          allowedIpRanges: input.allowed_ip_ranges,
          createdBy,
          environment,
          requestId: ctx.requestId,
          sourceIp: ctx.sourceIp,
        });
        return { token_id: tokenId, token };
      }),

    update: procedure.input(parsed(Update)).mutation(async ({ ctx, input }): Promise<{ token_id: string }> => {
      const { name, allowed_ip_ranges, expires_at } = input;
      await updateToken(database, { ...(await managed(ctx, input)), to: { name, allowed_ip_ranges, expires_at } });
      return { token_id: input.token_id };
    }),

    /** The answer is the only time that the new value is shown. */
    rotate: procedure
      .input(parsed(Rotate))
      .mutation(async ({ ctx, input }): Promise<{ token_id: string; token: string; old_until: string }> => {
        const place = await managed(ctx, input);
        const { token, oldUntil } = await rotateToken(database, {
          ...place,
          replaces: input.replaces,
          overlapSeconds: ROTATION_OVERLAPS[input.overlap],
          environment,
        });
        return { token_id: input.token_id, token, old_until: oldUntil.toISOString() };
      }),

    endOldValue: procedure.input(parsed(One)).mutation(async ({ ctx, input }): Promise<{ token_id: string }> => {
      await endOldValue(database, await managed(ctx, input));
      return { token_id: input.token_id };
    }),

    revoke: procedure.input(parsed(One)).mutation(async ({ ctx, input }): Promise<{ token_id: string }> => {
      const { change, ...place } = await managed(ctx, input);
      await revokeToken(database, {
        ...place,
        revokedBy: change.userId,
        requestId: change.requestId,
        sourceIp: change.sourceIp,
      });
      return { token_id: input.token_id };
    }),
  });
}
