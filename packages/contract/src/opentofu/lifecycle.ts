import type { Operation } from "../declaration/operation.ts";
import type { Absence, ResourceDescription } from "./description.ts";
import type { Field } from "./fields.ts";

/** When a resource does not exist any more, though it is answered. */
export function absenceOf(
  record: readonly Field[],
  stated: readonly Absence[] = [],
): Pick<ResourceDescription, "absent"> {
  const isKept = record.some(({ name, values }) => name === "status" && values?.includes("deleted"));
  const absent = [...stated, ...(isKept ? [{ field: "status", values: ["deleted"] }] : [])];
  return absent.length > 0 ? { absent } : {};
}

/** A resource that an operation creates is waited for by that. Others say by their status when they work. */
export function waitOf(record: readonly Field[], create: Operation): Pick<ResourceDescription, "wait"> {
  const statuses = record.find(({ name }) => name === "status")?.values?.map(String) ?? [];
  // What is `pending` waits for a person, not for the service.
  const passing = statuses.filter((status) => /(ing|queued)$/.test(status));
  const changing = passing.filter((status) => status !== "deleting" && status !== "pending");
  if (create.success === 202 || changing.length === 0) return {};
  return { wait: { changing, failed: statuses.filter((status) => status === "error" || status === "failed") } };
}
