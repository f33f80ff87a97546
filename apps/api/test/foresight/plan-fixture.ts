import { type ChangePlan, type Operation, type ResourceChange, resourceOf } from "@fulmar/contract";
import type { Api } from "../api-fixture.ts";
import { operations } from "../examples/all.ts";
import type { AnyRequest, ExampleFixture } from "../examples/example-fixture.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Asks what a request would do. */
export async function planOf(fixture: ExampleFixture, operation: Operation, request: AnyRequest): Promise<ChangePlan> {
  const answer = await fixture.send(operation, request, { query: { dry_run: "true" }, key: null });
  if (answer.status !== 200) throw new Error(`the plan of ${operation.id} answered ${answer.status}: ${answer.text}`);
  return answer.body;
}

/**
 * Reads the record of a planned change by REST. Undefined if it is gone, null if its paths are not known from the
 * request.
 */
export async function recordOf(
  fixture: ExampleFixture,
  change: Pick<ResourceChange, "resource_type">,
  id: string,
  known: Fields,
): Promise<Fields | null | undefined> {
  const { parameter } = resourceOf(change.resource_type);
  const named = { ...known, ...(parameter !== null && { [parameter]: id }) };
  const reading = operations.find(
    ({ method, list, path, resource, params, audited }) =>
      method === "GET" &&
      !list &&
      !audited &&
      resource === change.resource_type &&
      (path.endsWith("}") || path.endsWith("/policy")) &&
      Object.keys(params.shape).every((name) => name in named),
  );
  if (reading === undefined || id === "") return null;
  const { status, body, text } = await fixture.send(reading, { params: named });
  if (status === 404) return undefined;
  if (status !== 200) throw new Error(`${reading.id} answered ${status}: ${text}`);
  return body;
}

/** The cost of an organization per hour, with what is on its way. */
export async function hourlyOf({ database }: Api, organizationId: string): Promise<number> {
  const { rows } = await database.pool.query("SELECT organization_hourly($1)::float8 AS hourly", [organizationId]);
  return rows[0]?.hourly;
}

/** The record's value with null wherever the plan has null: these are chosen when the change is made. */
export function withoutChosen(value: unknown, planned: unknown): unknown {
  if (planned === null) return null;
  if (isMoment(value) && isMoment(planned) && Math.abs(Date.parse(value) - Date.parse(planned)) < 10_000)
    return planned;
  if (Array.isArray(value) && Array.isArray(planned))
    return value.map((item, index) => withoutChosen(item, planned[index]));
  if (typeof value !== "object" || value === null || typeof planned !== "object") return value;
  const fields = planned as Readonly<Record<string, unknown>>;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withoutChosen(item, fields[name])]));
}

function isMoment(value: unknown): value is string {
  return typeof value === "string" && /^\d{4}-\d\d-\d\dT/.test(value);
}
