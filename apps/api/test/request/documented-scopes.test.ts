// An endpoint of the specification takes the scope that the specification names for it, and no other.
import { isScope, type Scope } from "@fulmar/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { operations } from "../examples/all.ts";
import { ARRANGING_MS, type ArrangedApi, startArrangedApi } from "../examples/arranged-examples.ts";
import type { AnyRequest } from "../examples/example-fixture.ts";

let api: ArrangedApi;
beforeAll(async () => {
  api = await startArrangedApi();
}, ARRANGING_MS);
afterAll(() => api.close());

/** The specification's tables of endpoints: method, path and required scope. */
const DOCUMENTED = `
  GET    /compute/cloud-vms                                      vm.read
  POST   /compute/cloud-vms                                      vm.write
  GET    /compute/operations/{operation_id}                      vm.read
  DELETE /compute/gpu-vms/{vm_id}                                vm.write
  POST   /compute/cloud-vms/{vm_id}/backups/enable               vm.write
  GET    /compute/cloud-vms/{vm_id}/snapshots                    vm.read
  GET    /compute/cloud-vms/{vm_id}/metrics/bandwidth            vm.read
  POST   /object-storage/buckets                                 object-storage.write
  PATCH  /object-storage/buckets/{bucket_name}                   object-storage.write
  GET    /object-storage/buckets                                 object-storage.read
  POST   /networking/vpcs/{vpc_id}/nodes                         network.write
  GET    /networking/vpcs/{vpc_id}/subnets/{subnet_id}           network.read
  POST   /networking/firewall-groups                             network.write
  POST   /networking/reserved-ips/{reserved_ip_id}/detach        network.write
  POST   /cdn/distributions                                      cdn.write
  PATCH  /cdn/distributions/{distribution_id}                    cdn.write
  GET    /cdn/distributions/{distribution_id}/custom-domains     cdn.read
  POST   /cdn/generate-url                                       cdn.write
  POST   /secret-store/stores/{store_id}/archive                 secret-store.write
  GET    /block-storage/volumes/{volume_id}/operations           block-storage.read
  DELETE /block-storage/volumes/{volume_id}                      block-storage.write
  POST   /billing/resource-eligibility                           billing.read
`;

type Body = Readonly<Record<string, unknown>>;

/**
 * Documented bodies besides those of the examples. Each gets what else an example has, such as the name of a bucket.
 */
const BODIES: Readonly<Record<string, readonly Body[]>> = {
  "cloudVm.create": [{ os_distro: "debian", os_type: "linux", cpu: 1, ram_mb: 2048 }],
  "bucket.create": [
    { is_public: true },
    { object_lock_enabled: true, default_retention: { mode: "GOVERNANCE", days: 1 }, tags: ["a"] },
  ],
  "bucket.update": [{ is_public: true }, { is_public: false }],
  "cdnDistribution.create": [
    { origin_type: "bucket" },
    { origin_type: "custom", origin_id: "https://www.example.com", cache_policy: "no-cache" },
  ],
  "cdnDistribution.update": [{}, { enabled: false }, { enabled: true, cache_policy: "media" }],
  "cdnUrl.generate": [{ expires_in: 60, disposition: "attachment" }, { expires_in: null }],
};

const rows = DOCUMENTED.trim()
  .split("\n")
  .map((line) => {
    const [method = "", path = "", scope = ""] = line.trim().split(/\s+/);
    const operation = operations.find((each) => each.method === method && each.path === path);
    if (operation === undefined || !isScope(scope)) throw new Error(`${line} is no endpoint with its scope`);
    return [`${method} ${path}`, operation, scope] as const;
  });

type Documented = (typeof rows)[number][1];

/**
 * The example's request, and the same with each documented body. The specification names no fields of a VM besides
 * these.
 */
function requestsOf(operation: Documented): readonly AnyRequest[] {
  const request = api.own.request(operation);
  const { name, plan_id, template_id } = request.body ?? {};
  const plain = operation.id === "cloudVm.create" ? { ...request, body: { name, plan_id, template_id } } : request;
  const others = (BODIES[operation.id] ?? []).map((body, index) => ({
    ...plain,
    body: { ...plain.body, ...(typeof name === "string" && { name: `${name}-${index}` }), ...body },
  }));
  return [plain, ...others];
}

test.each(rows)(
  "%s takes its documented scope alone, planned and in earnest",
  async (_name, operation, scope: Scope) => {
    const token = await api.createToken(api.tenant, { scopes: [scope] });
    for (const request of requestsOf(operation)) {
      const what = JSON.stringify(request);
      const planned = { ...request, query: { ...request.query, dry_run: true } };
      if (!operation.safe)
        expect(await api.own.send(operation, planned, { token }), what).toMatchObject({ status: 200 });
      expect(await api.own.send(operation, request, { token }), what).toMatchObject({ status: operation.success });
    }
  },
);
