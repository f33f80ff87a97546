import type { Api, Tenant } from "../api-fixture.ts";

/** Creates distributions for CDN tests through the API. */
export function cdnOf(api: () => Api) {
  let names = 0;
  const newName = () => `cdn-${++names}`;
  const at = (id: string, path: string) => `/cdn/distributions/${id}${path}`;

  const create = (body: object, tenant: Tenant = api().tenant) =>
    api().request("POST", "/cdn/distributions", { ...tenant, body });

  async function bucket(options: object = {}, tenant: Tenant = api().tenant): Promise<string> {
    const { body } = await api().request("POST", "/object-storage/buckets", {
      ...tenant,
      body: { name: newName(), region: "eu-central-1", ...options },
    });
    return body.name;
  }
  /** Creates a distribution of a new bucket, unless the options name one. */
  async function ofBucket(options: object = {}) {
    return (await create({ name: newName(), origin_id: await bucket(), ...options })).body;
  }

  async function distribution(
    tenant: Tenant = api().tenant,
  ): Promise<{ id: string; default_domain: string; name: string }> {
    return (await create({ name: newName(), origin_type: "custom", origin_id: "https://origin.example.com" }, tenant))
      .body;
  }

  return {
    newName,
    at,
    bucket,
    create,
    patch: (id: string, body: object) => api().request("PATCH", at(id, ""), { body }),
    ofBucket,
    /** Creates a distribution as if a worker had deployed it. These tests run no worker. */
    async activeOfBucket(options: object = {}) {
      const made = await ofBucket(options);
      await api().database.pool.query(
        `UPDATE cdn_distribution SET status = 'active', deployed_revision = revision, deploy_at = NULL
           WHERE distribution_id = $1`,
        [made.id],
      );
      return { ...made, status: "active" };
    },
    distribution,
    /** Creates a distribution in a status that only a worker sets. These tests run no worker. */
    async distributionThatIs(status: "active" | "disabled" | "failed") {
      const made = await distribution();
      await api().database.pool.query(
        `UPDATE cdn_distribution
            SET status = $2::cdn_distribution_status, enabled = $2 <> 'disabled', deploy_at = NULL,
                deployed_revision = revision,
                error_code = CASE WHEN $2 = 'failed' THEN 'x' END, error_message = CASE WHEN $2 = 'failed' THEN 'x' END
          WHERE distribution_id = $1`,
        [made.id, status],
      );
      return made;
    },
  };
}
