import { ERROR_STATUS, type Method, type Scope } from "@fulmar/contract";
import { expect, test } from "vitest";
import { operations } from "../examples/all.ts";

/** The refusals that an endpoint lists; null where the specification has no list. */
type Refusals = readonly number[] | null;

/** The endpoint tables of the specification, row by row: method, path, scope, success and listed errors. */
const documented: readonly (readonly [Method, string, Scope, number, Refusals])[] = [
  ["GET", "/compute/cloud-vms", "vm.read", 200, [401, 403]],
  ["POST", "/compute/cloud-vms", "vm.write", 202, null],
  ["GET", "/compute/operations/{operation_id}", "vm.read", 200, [401, 403, 404]],
  ["DELETE", "/compute/gpu-vms/{vm_id}", "vm.write", 202, [401, 403, 404, 409]],
  ["POST", "/compute/cloud-vms/{vm_id}/backups/enable", "vm.write", 200, [400, 401, 403, 404, 409]],
  ["GET", "/compute/cloud-vms/{vm_id}/snapshots", "vm.read", 200, [401, 403, 404]],
  ["GET", "/compute/cloud-vms/{vm_id}/metrics/bandwidth", "vm.read", 200, [400, 401, 403, 404]],
  ["POST", "/object-storage/buckets", "object-storage.write", 201, [400, 401, 402, 403]],
  ["PATCH", "/object-storage/buckets/{bucket_name}", "object-storage.write", 200, [400, 401, 403, 404]],
  ["GET", "/object-storage/buckets", "object-storage.read", 200, null],
  ["POST", "/networking/vpcs/{vpc_id}/nodes", "network.write", 201, [400, 401, 403, 404, 409]],
  ["GET", "/networking/vpcs/{vpc_id}/subnets/{subnet_id}", "network.read", 200, [401, 403, 404]],
  ["POST", "/networking/firewall-groups", "network.write", 201, [400, 401, 403, 409]],
  ["POST", "/networking/reserved-ips/{reserved_ip_id}/detach", "network.write", 200, [401, 403, 404]],
  ["POST", "/cdn/distributions", "cdn.write", 201, [400, 401, 402, 403, 409]],
  ["PATCH", "/cdn/distributions/{distribution_id}", "cdn.write", 200, [401, 403, 404]],
  ["GET", "/cdn/distributions/{distribution_id}/custom-domains", "cdn.read", 200, [401, 403, 404]],
  ["POST", "/cdn/generate-url", "cdn.write", 200, [401, 403, 404]],
  ["POST", "/secret-store/stores/{store_id}/archive", "secret-store.write", 200, [401, 403, 404]],
  ["GET", "/block-storage/volumes/{volume_id}/operations", "block-storage.read", 200, [401, 403, 404]],
  ["DELETE", "/block-storage/volumes/{volume_id}", "block-storage.write", 200, [401, 403, 404, 409]],
  ["POST", "/billing/resource-eligibility", "billing.read", 200, null],
];

/** Refusals that every endpoint may give, listed or not. */
const EVERYWHERE: ReadonlySet<number> = new Set([400, 401, 403, 429, 503]);

test.each(documented)(
  "%s %s has the scope, success and errors of the specification",
  (method, path, scope, success, refusals) => {
    const operation = operations.find((candidate) => candidate.method === method && candidate.path === path);
    expect(operation).toMatchObject({ scope, success });
    if (operation === undefined || refusals === null) return;
    const own = (statuses: readonly number[]) =>
      statuses.filter((status) => !EVERYWHERE.has(status)).toSorted((a, b) => a - b);
    expect(own(operation.errors.map((kind) => ERROR_STATUS[kind]))).toEqual(own(refusals));
  },
);

test("every operation declares 404 if its path has parameters, and 402 exactly if it is billable", () => {
  for (const operation of operations) {
    const named = Object.keys(operation.params.shape).length > 0;
    expect({ id: operation.id, notFound: named && !operation.errors.includes("not_found") }).toEqual({
      id: operation.id,
      notFound: false,
    });
    expect({ id: operation.id, denied: operation.errors.includes("billing_denied") }).toEqual({
      id: operation.id,
      denied: operation.billable,
    });
  }
});
