import type { z } from "zod";
import { alertOperations } from "./alerts/index.ts";
import { approvalOperations } from "./approvals/index.ts";
import { auditOperations } from "./audit/index.ts";
import { billingOperations } from "./billing/index.ts";
import { blockStorageOperations } from "./block-storage/index.ts";
import { cdnOperations } from "./cdn/index.ts";
import { computeOperations } from "./compute/index.ts";
import { accountOperations } from "./console/account-operations.ts";
import { organizationOperations } from "./console/organization-operations.ts";
import { visitOperations } from "./console/visit-operations.ts";
import type { Operation } from "./declaration/operation.ts";
import { dnsOperations } from "./dns/index.ts";
import { resourceOperations } from "./foresight/resource-graph.ts";
import { loadBalancingOperations } from "./load-balancing/index.ts";
import { metricsOperations } from "./metrics/index.ts";
import { networkingOperations } from "./networking/index.ts";
import { objectStorageOperations } from "./object-storage/index.ts";
import { operatorOperations } from "./operator/index.ts";
import { recoveryOperations } from "./recovery/index.ts";
import { secretStoreOperations } from "./secret-store/index.ts";
import { tenancyOperations } from "./tenancy/index.ts";
import { tokenOperations } from "./token/index.ts";
import type { Page } from "./values/fields.ts";
import { webhookOperations } from "./webhooks/index.ts";

/**
 * Every operation, in the documentation's order: those of the public API, those that only the console has, and those of
 * who runs the installation.
 */
export const catalog = [
  ...tokenOperations,
  ...approvalOperations,
  ...computeOperations,
  ...recoveryOperations,
  ...metricsOperations,
  ...objectStorageOperations,
  ...networkingOperations,
  ...loadBalancingOperations,
  ...cdnOperations,
  ...dnsOperations,
  ...secretStoreOperations,
  ...blockStorageOperations,
  ...billingOperations,
  ...auditOperations,
  ...alertOperations,
  ...webhookOperations,
  ...resourceOperations,
  ...tenancyOperations,
  ...organizationOperations,
  ...accountOperations,
  ...visitOperations,
  ...operatorOperations,
] as const;

type Catalog = (typeof catalog)[number];
export type OperationId = Catalog["id"];
export type PublicOperationId = Extract<Catalog, { audience: "public" }>["id"];
export type ConsoleOperationId = Extract<Catalog, { audience: "console" }>["id"];
export type OperatorOperationId = Extract<Catalog, { audience: "operator" }>["id"];
/** What programs may use: the operations of a workspace, and those of the whole installation. */
export type ProgramOperationId = PublicOperationId | OperatorOperationId;
export type OperationById<Id extends OperationId> = Extract<Catalog, { id: Id }>;

/** The caller's input: path, query and body as one object. Their names never collide. */
export type OperationInput<O extends Operation> = Fields<O["params"], z.input<O["params"]>> &
  Fields<O["query"], z.input<O["query"]>> &
  Fields<O["body"], z.input<O["body"]>>;
/** The handler's input: the same object, parsed, with defaults filled in. */
export type ParsedInput<O extends Operation> = Fields<O["params"], z.output<O["params"]>> &
  Fields<O["query"], z.output<O["query"]>> &
  Fields<O["body"], z.output<O["body"]>>;
/**
 * zod types an object without fields as one whose every field is `never`. Intersecting it would make the other parts'
 * fields `never` too.
 */
type Fields<Schema extends z.ZodObject, Value> = keyof Schema["shape"] extends never ? unknown : Value;
/** What a handler returns and the API answers. */
export type OperationOutput<O extends Operation> = O["list"] extends true
  ? Page<z.output<O["output"]> extends readonly (infer Item)[] ? Item : never>
  : z.output<O["output"]>;

/** The operations of the public API. */
export const publicCatalog = catalog.filter(
  (operation): operation is Extract<Catalog, { audience: "public" }> => operation.audience === "public",
);

/** The operations of who runs the installation. */
export const operatorCatalog = catalog.filter(
  (operation): operation is Extract<Catalog, { audience: "operator" }> => operation.audience === "operator",
);

const byId = new Map<string, Operation>(catalog.map((operation) => [operation.id, operation as unknown as Operation]));
if (byId.size !== catalog.length) throw new Error("two operations have one id");

/** The declaration of an operation. Every id has one, because the ids derive from the catalog. */
export function operationById<Id extends OperationId>(id: Id): OperationById<Id> {
  const found = byId.get(id);
  if (found === undefined) throw new Error(`no operation "${id}"`);
  return found as unknown as OperationById<Id>;
}

/** The declaration of an operation by an id that may name none, without the types of that one operation. */
export function findOperation(id: string): Operation | undefined {
  return byId.get(id);
}
