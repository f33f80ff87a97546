import type { Api, Tenant } from "./api-fixture.ts";

/** What the tests of the CDN make of distributions, through the API itself. */
export function cdnOf(api: () => Api) {
  let names = 0;
  const newName = () => `cdn-${++names}`;
  const at = (id: string, path: string) => `/cdn/distributions/${id}${path}`;

  async function distribution(tenant: Tenant = api().tenant): Promise<{ id: string; default_domain: string; name: string }> {
    const body = { name: newName(), origin_type: "custom", origin_id: "https://origin.example.com" };
    return (await api().request("POST", "/cdn/distributions", { ...tenant, body })).body;
  }

  return {
    newName,
    at,
    distribution,
    /** In a status that only the worker moves it to. No worker runs here. */
    async distributionThatIs(status: "active" | "disabled" | "failed") {
      const made = await distribution();
      await api().database.pool.query(
        `UPDATE cdn_distribution SET status = $2::cdn_distribution_status, enabled = $2 <> 'disabled', deploy_at = NULL, deployed_revision = revision,
                error_code = CASE WHEN $2 = 'failed' THEN 'x' END, error_message = CASE WHEN $2 = 'failed' THEN 'x' END
          WHERE distribution_id = $1`,
        [made.id, status],
      );
      return made;
    },
  };
}
