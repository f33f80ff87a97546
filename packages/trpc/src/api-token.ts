import type { Configuration } from "@fulmar/config";
import { NewApiToken, pageQuery } from "@fulmar/contract";
import { authorizeTokenManager, createToken, listTokens, revokeToken } from "@fulmar/core";
import type { Database } from "@fulmar/prisma";
import { z } from "zod";
import { parsed } from "./parsed.ts";
import { procedure, trpc } from "./trpc.ts";

const organization = { organization_id: z.string().min(1).max(128) };
const List = z.strictObject({ ...organization, ...pageQuery() });
const Create = NewApiToken.safeExtend(organization);
const Revoke = z.strictObject({ ...organization, token_id: z.string().min(1).max(128) });

/** API tokens of an organization: console only, and only for the roles that manage them. */
export function apiTokenRouter({ database, environment }: { database: Database } & Pick<Configuration, "environment">) {
  return trpc.router({
    list: procedure.input(parsed(List)).query(async ({ ctx, input }) => {
      await authorizeTokenManager(database, ctx.credentials, input.organization_id);
      return listTokens(database, { organizationId: input.organization_id, limit: input.limit, cursor: input.cursor });
    }),

    /** The answer is the only time that the value is shown. */
    create: procedure.input(parsed(Create)).mutation(async ({ ctx, input }): Promise<{ token_id: string; token: string }> => {
      const createdBy = await authorizeTokenManager(database, ctx.credentials, input.organization_id);
      const { tokenId, token } = await createToken(database, {
        organizationId: input.organization_id,
        name: input.name,
        scopes: input.scopes,
        workspacePolicy: input.workspace_policy,
        workspaceIds: input.workspace_ids.map(BigInt),
        expiresAt: input.expires_at === null ? null : new Date(input.expires_at),
        createdBy,
        environment,
        requestId: ctx.requestId,
        sourceIp: ctx.sourceIp,
      });
      return { token_id: tokenId, token };
    }),

    revoke: procedure.input(parsed(Revoke)).mutation(async ({ ctx, input }): Promise<{ token_id: string }> => {
      const revokedBy = await authorizeTokenManager(database, ctx.credentials, input.organization_id);
      await revokeToken(database, {
        organizationId: input.organization_id,
        tokenId: input.token_id,
        revokedBy,
        requestId: ctx.requestId,
        sourceIp: ctx.sourceIp,
      });
      return { token_id: input.token_id };
    }),
  });
}
