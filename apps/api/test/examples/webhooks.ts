import type { Examples } from "./example.ts";
import type { ExampleFixture } from "./example-fixture.ts";

async function webhook(fixture: ExampleFixture): Promise<{ readonly webhook_id: string }> {
  const { webhook_id } = await fixture.make("webhook.create", {
    body: { name: fixture.name(), url: "https://hooks.example.com/fulmar", event_types: ["webhook.*"] },
  });
  return { webhook_id };
}

async function delivery(
  fixture: ExampleFixture,
): Promise<{ readonly webhook_id: string; readonly delivery_id: string }> {
  const params = await webhook(fixture);
  const { delivery_id } = await fixture.make("webhook.test", { params });
  return { ...params, delivery_id };
}

/** As if a worker had sent it. */
async function delivered(fixture: ExampleFixture) {
  const params = await delivery(fixture);
  const { pool } = fixture.api.database;
  const mine = "WHERE webhook_id = $1";
  await pool.query(`UPDATE webhook_delivery SET status = 'delivered', finished_at = now() ${mine}`, [
    params.webhook_id,
  ]);
  await pool.query(`UPDATE webhook_lane SET pending = 0 ${mine}`, [params.webhook_id]);
  await pool.query(
    `INSERT INTO webhook_attempt (workspace_id, webhook_id, delivery_id, at, duration_ms, url, request_headers, status,
                                  response_headers, response_body)
     SELECT workspace_id, webhook_id, delivery_id, now(), 12, 'https://hooks.example.com/fulmar', '{}', 204, '{}', ''
       FROM webhook_delivery ${mine}`,
    [params.webhook_id],
  );
  return params;
}

export const webhookExamples = {
  "webhook.get": [async (fixture) => ({ params: await webhook(fixture) })],
  "webhook.update": [
    async (fixture) => ({ params: await webhook(fixture), body: { name: fixture.name(), description: "Deployments" } }),
  ],
  "webhook.delete": [async (fixture) => ({ params: await webhook(fixture) })],
  "webhook.rotate": [async (fixture) => ({ params: await webhook(fixture) })],
  "webhook.test": [async (fixture) => ({ params: await webhook(fixture) })],
  "webhookDelivery.list": [
    async (fixture) => {
      const { webhook_id } = await delivery(fixture);
      return { params: { webhook_id } };
    },
  ],
  "webhookDelivery.get": [async (fixture) => ({ params: await delivery(fixture) })],
  "webhookDelivery.resend": [async (fixture) => ({ params: await delivered(fixture) })],
} satisfies Partial<Examples>;
