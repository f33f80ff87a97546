import { ALL_SCOPES, type Scope } from "@fulmar/contract";

/** What most tokens are for. */
export const PRESETS: readonly { readonly name: string; readonly scopes: readonly Scope[] }[] = [
  { name: "Read only", scopes: ALL_SCOPES.filter((scope) => scope.endsWith(".read")) },
  { name: "Full access", scopes: ALL_SCOPES },
  { name: "VM operator", scopes: ["vm.read", "vm.write", "network.read", "block-storage.read", "block-storage.write"] },
  {
    name: "Storage",
    scopes: [
      "object-storage.read",
      "object-storage.write",
      "object-storage.delete",
      "block-storage.read",
      "block-storage.write",
    ],
  },
  {
    name: "CI",
    scopes: [
      "vm.read",
      "vm.write",
      "object-storage.read",
      "object-storage.write",
      "cdn.read",
      "cdn.write",
      "secret-store.read",
    ],
  },
];

/** In the order of the console's navigation. */
const FAMILY_NAME: Readonly<Record<string, string>> = {
  vm: "Virtual machines",
  "block-storage": "Block storage",
  "object-storage": "Object storage",
  network: "Networking",
  "load-balancer": "Load balancers",
  cdn: "CDN",
  "secret-store": "Secret stores",
  billing: "Billing",
};
const ORDER = Object.keys(FAMILY_NAME);

export const RIGHTS = ["read", "write", "delete"] as const;

/** The scopes as a matrix: a row for each family, a column for each right; undefined where there is no such scope. */
export const SCOPE_MATRIX = [...new Set(ALL_SCOPES.map(familyOf))]
  .sort((one, other) => ORDER.indexOf(one) - ORDER.indexOf(other))
  .map((family) => ({
    family,
    name: FAMILY_NAME[family] ?? family,
    scopes: RIGHTS.map((right) => ALL_SCOPES.find((scope) => scope === `${family}.${right}`)),
  }));

function familyOf(scope: Scope): string {
  return scope.slice(0, scope.lastIndexOf("."));
}
