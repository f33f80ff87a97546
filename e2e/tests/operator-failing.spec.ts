// What operators see of what fails at customers: certificates, and receivers of webhooks.
import { expectAccessible } from "../src/accessible.ts";
import { expect, test, uniqueName } from "../src/fixtures.ts";

test("an operator sees a certificate that fails and a webhook that fails, and whose they are", async ({
  newOperator,
  openPage,
  api,
  credentials,
  database,
}) => {
  const name = uniqueName("fails");
  const { workspace_id, organization_id } = credentials;
  await api.send("POST", "/object-storage/buckets", { data: { name, region: "eu-central-1" } });
  const made = await api.send("POST", "/cdn/distributions", { data: { name, origin_id: name } });
  const { id: distribution } = await made.json();
  const domain = `${name}.example.com`;
  await database.query(
    `INSERT INTO cdn_custom_domain (workspace_id, domain, distribution_id, status, tls_status, validation_token, check_at,
                                    problem, certificate_expires_at)
     VALUES ($1, $2, $3, 'active', 'renewing', 'token', NULL, 'The authority refused it.', now() + interval '5 days')`,
    [workspace_id, domain, distribution],
  );
  const webhook = `whk_${name}`;
  await database.query(
    `INSERT INTO webhook (workspace_id, webhook_id, name, description, url, event_types, event_scopes, enabled, sealed_secret)
     VALUES ($1, $2, $3, '', 'https://hooks.example.com/' || $3, '{}', '{}', true, '')`,
    [workspace_id, webhook, name],
  );
  await database.query(
    `INSERT INTO webhook_delivery (workspace_id, webhook_id, delivery_id, lane, type, scope, body, attempt_count,
                                   first_attempt_at)
     VALUES ($1, $2, $2, 'lane', 'a', 'a', '{}', 7, now() - interval '70 hours')`,
    [workspace_id, webhook],
  );
  const page = await openPage((await newOperator()).session, { viewport: { width: 390, height: 844 } });
  const row = page.getByRole("row").filter({ hasText: name });
  await page.goto("/operator/certificates");
  await page.getByRole("combobox", { name: "Ends" }).selectOption("7");
  await page.getByRole("combobox", { name: "Last try" }).selectOption("true");
  await expect(page).toHaveURL(/expires_within_days=7.*failing=true/);
  await expect(row).toContainText("The authority refused it.");
  await expectAccessible(page);
  await page.goto("/operator/webhooks?switched_off_within_hours=6");
  await expect(row).toContainText("hooks.example.com");
  await expect(row).toContainText("7");
  await expectAccessible(page);
  await row.getByRole("link", { name: "Demo" }).click();
  await expect(page).toHaveURL(`/operator/organizations/${organization_id}`);
});
