import { randomBytes } from "node:crypto";
import { memberOf } from "../console-fixture.ts";
import type { Examples } from "./example.ts";
import type { ExampleFixture } from "./example-fixture.ts";

/** A token with one scope in one workspace may give this to another. */
const tokenIn = (fixture: ExampleFixture) => ({
  name: fixture.name(),
  scopes: ["token.write" as const],
  workspace_policy: "specific_workspaces" as const,
  workspace_ids: [fixture.workspaceId],
  expires_at: null,
});

const token = async (fixture: ExampleFixture): Promise<{ token_id: string }> => {
  const { token_id } = await fixture.make("apiToken.create", { body: tokenIn(fixture) });
  return { token_id };
};

const workspace = async (fixture: ExampleFixture): Promise<{ id: string }> => {
  const { workspace_id } = await fixture.make("workspace.create", { body: { name: fixture.name() } });
  return { id: workspace_id };
};

/** People invite, not tokens, so the invitation is written as the console writes it. */
async function invited(fixture: ExampleFixture) {
  const { api, tenant } = fixture;
  const invited_by = await memberOf(api, tenant.organizationId, "owner");
  await api.database.prisma.invitation.create({
    data: {
      ...{ invitation_id: `inv_${randomBytes(8).toString("hex")}`, organization_id: tenant.organizationId, invited_by },
      ...{ email: `${fixture.name()}@example.com`, role: "viewer", hash: randomBytes(32) },
      expires_at: new Date(Date.now() + 86_400_000),
    },
  });
  return {};
}

export const tenancyExamples = {
  "apiToken.create": [(fixture) => ({ body: tokenIn(fixture) })],
  "apiToken.get": [async (fixture) => ({ params: await token(fixture) })],
  "apiToken.update": [
    async (fixture) => ({
      params: await token(fixture),
      body: { name: fixture.name(), allowed_ip_ranges: ["203.0.113.0/24"] },
    }),
  ],
  "apiToken.rotate": [
    async (fixture) => {
      const params = await token(fixture);
      const { prefix } = await fixture.make("apiToken.get", { params });
      return { params, body: { overlap: "1h", replaces: prefix } };
    },
  ],
  "apiToken.endOldValue": [
    async (fixture) => {
      const params = await token(fixture);
      await fixture.make("apiToken.rotate", { params, body: {} });
      return { params };
    },
  ],
  "apiToken.revoke": [async (fixture) => ({ params: await token(fixture) })],
  "workspace.get": [(fixture) => ({ params: { id: fixture.workspaceId } })],
  "workspace.update": [(fixture) => ({ params: { id: fixture.workspaceId }, body: { name: fixture.name() } })],
  "member.list": [
    async (fixture) => {
      await memberOf(fixture.api, fixture.tenant.organizationId, "viewer");
      return {};
    },
  ],
  "invitation.list": [invited],
  "workspace.delete": [async (fixture) => ({ params: await workspace(fixture) })],
} satisfies Partial<Examples>;
