// A field that names a resource of another family needs that family's read scope. What needs it only where scopes are
// strict is in strict-scopes.test.ts.
import { ALL_SCOPES, type Operation, type Reference } from "@fulmar/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { changesNothing } from "../database-state.ts";
import { operations } from "../examples/all.ts";
import { ARRANGING_MS, type ArrangedApi, startArrangedApi } from "../examples/arranged-examples.ts";
import { expectError } from "../expect-error.ts";

let api: ArrangedApi;
beforeAll(async () => {
  api = await startArrangedApi();
}, ARRANGING_MS);
afterAll(() => api.close());

const certificate = { store_id: "store_absent", secret_id: "sec_absent" };
const additional = { ...certificate, secret_id: "sec_other" };
const target = { vm_id: "vm_absent", port: 80 };
const pool = { name: "web", protocol: "http", targets: [target] };
const tagged = { name: "web", protocol: "http", target_tag: "web", target_port: 80 };
const listener = { name: "https", protocol: "https", port: 443, certificate, default_pool: "web" };

/** A listener whose own certificate the platform obtains, so that only the additional one is named. */
const named = { name: "https", protocol: "https", port: 443, certificate: null, domains: ["www.example.com"] };

/** Bodies that name the resource, for operations whose first example does not. */
const NAMING: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  "cloudVm.create volume_ids": { volume_ids: ["vol_absent"] },
  "gpuVm.create volume_ids": { volume_ids: ["vol_absent"] },
  "dnsRecordSet.set vm_id": { type: "A", values: [], vm_id: "vm_absent" },
  "dnsRecordSet.set load_balancer_id": { type: "A", values: [], load_balancer_id: "lb_absent" },
  "dnsRecordSet.set reserved_ip_id": { type: "A", values: [], reserved_ip_id: "ip_absent" },
  "image.import bucket_name": { url: undefined, bucket_name: "absent-bucket", object_key: "debian.qcow2" },
  "loadBalancer.create configuration.listeners[].certificate": {
    configuration: { pools: [{ ...pool, targets: [] }], listeners: [listener] },
  },
  "loadBalancer.create configuration.listeners[].additional_certificates[]": {
    configuration: {
      pools: [{ ...pool, targets: [] }],
      listeners: [{ ...named, default_pool: "web", additional_certificates: [additional] }],
    },
  },
  "loadBalancer.create configuration.pools[].targets[].vm_id": { configuration: { pools: [pool], listeners: [] } },
  "loadBalancerConfiguration.put listeners[].certificate": {
    pools: [{ ...pool, targets: [] }],
    listeners: [listener],
  },
  "loadBalancerConfiguration.put listeners[].additional_certificates[]": {
    pools: [{ ...pool, targets: [] }],
    listeners: [{ ...named, default_pool: "web", additional_certificates: [additional] }],
  },
  "loadBalancerConfiguration.put pools[].targets[].vm_id": { pools: [pool], listeners: [] },
  "loadBalancerListener.create certificate": { name: "https", protocol: "https", port: 443, certificate },
  "loadBalancerListener.update certificate": { certificate },
  "loadBalancerListener.create additional_certificates[]": {
    ...named,
    additional_certificates: [additional],
  },
  "loadBalancerListener.update additional_certificates[]": { additional_certificates: [additional] },
  "loadBalancer.create configuration.pools[].target_tag": { configuration: { pools: [tagged], listeners: [] } },
  "loadBalancerConfiguration.put pools[].target_tag": { pools: [tagged], listeners: [] },
  "loadBalancerPool.create target_tag": { ...tagged, targets: [] },
  "loadBalancerPool.update target_tag": tagged,
  "loadBalancerPool.create targets[].vm_id": pool,
  "loadBalancerTarget.create vm_id": target,
};

const references: readonly (readonly [string, Operation, Reference])[] = operations.flatMap((operation) =>
  operation.references
    .filter(({ scope, strict = false }) => scope !== operation.scope && !strict)
    .map((reference) => [`${operation.id} ${reference.field} ${whereOf(reference)}`, operation, reference] as const),
);

function whereOf({ where, scope }: Reference): string {
  return `${Object.values(where ?? {}).join(" ")} needs ${scope}`.trim();
}

describe.each(references)("%s", (_name, operation, { field, where, scope }) => {
  test("403 scope_missing without the scope, with every other, and nothing changes", async () => {
    const request = api.own.request(operation);
    const body = { ...request.body, ...NAMING[`${operation.id} ${field}`], ...where };
    const token = await api.createToken(api.tenant, { scopes: ALL_SCOPES.filter((each) => each !== scope) });
    await changesNothing(api, async () => {
      const response = await api.own.send(operation, { ...request, body }, { token });
      expectError(response, 403, "scope_missing");
      expect(response.body.detail).toBe(`The token lacks the scope ${scope}, which the field ${field} needs.`);
    });
  });
});
