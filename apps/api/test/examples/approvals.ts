import type { Examples } from "./example.ts";
import type { ExampleFixture } from "./example-fixture.ts";

/** A request of the fixture's own token that waits: a token sees its own alone. */
async function waiting(fixture: ExampleFixture): Promise<{ readonly approval_id: string }> {
  const { api, token, workspaceId } = fixture;
  const of = { token, workspaceId };
  const { token_id } = (await api.request("GET", "/token", of)).body;
  const { pool } = api.database;
  await pool.query("UPDATE api_token SET guard = 'approve_all' WHERE token_id = $1", [token_id]);
  const asked = await api.request("POST", "/secret-store/stores", { ...of, body: { name: fixture.name() } });
  await pool.query("UPDATE api_token SET guard = 'none' WHERE token_id = $1", [token_id]);
  if (asked.body.code !== "approval_required") throw new Error(`a guarded token was answered ${asked.text}`);
  return { approval_id: asked.body.approval_id };
}

export const approvalExamples = {
  "approval.list": [
    async (fixture) => {
      await waiting(fixture);
      return {};
    },
  ],
  "approval.get": [async (fixture) => ({ params: await waiting(fixture) })],
} satisfies Partial<Examples>;
