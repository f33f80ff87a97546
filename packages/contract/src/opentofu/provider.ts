import { operationGet } from "../compute/compute-operation.ts";
import { TERMINAL_OPERATION_STATUSES } from "../compute/compute-operation-states.ts";
import { dataSources } from "./data-sources.ts";
import type { ProviderDescription } from "./description.ts";
import { resources } from "./resources.ts";

/** What the OpenTofu provider serves, derived from the catalog (docs/adr/0066-the-provider-is-described.md). */
export function providerDescription(): ProviderDescription {
  const described = resources();
  return { operation: operation(), resources: described, data_sources: dataSources(described) };
}

function operation(): ProviderDescription["operation"] {
  return { path: operationGet.path, succeeded: "succeeded", ended: TERMINAL_OPERATION_STATUSES };
}
