import type { Operation } from "@fulmar/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ApiResponse } from "../api-fixture.ts";
import { changesNothing } from "../database-state.ts";
import { eachOperation } from "../examples/all.ts";
import { ARRANGING_MS, type ArrangedApi, startArrangedApi } from "../examples/arranged-examples.ts";
import type { AnyRequest } from "../examples/example-fixture.ts";
import { expectError } from "../expect-error.ts";

/** Catalog ids that all workspaces share. An unknown one is an invalid value of its field (400). */
const CATALOG_FIELDS: ReadonlySet<string> = new Set(["site_id", "plan_id", "template_id", "region"]);
/** Ids that are an invalid value of their field (400), whether they are absent or foreign. */
const VALUES: ReadonlySet<string> = new Set([...CATALOG_FIELDS, "workspace_ids", "resource_ids"]);
/**
 * Members are those of the organization: another workspace of it names the same. `alert-rules.test.ts` tests those of
 * others.
 */
const MEMBERS: ReadonlySet<string> = new Set(["notify_user_ids"]);
/** Numbers of a resource's parts. They begin at 1 for every resource, so a foreign number reveals nothing. */
const NUMBERS: ReadonlySet<string> = new Set(["version"]);
/**
 * What is named like ids of ours and is not looked up: the region of another S3, and the VPC of a peering, which is asked
 * whether it exists or not (`vpc-peerings.test.ts`).
 */
const OF_OTHERS: Readonly<Record<string, readonly string[]>> = {
  "backupDestination.create": ["region"],
  "backupDestination.update": ["region"],
  "vpcPeering.create": ["peer_vpc_id"],
};
/** Fields that refer to resources of the workspace although their names do not show it. */
const OTHER_REFERENCES: Readonly<Record<string, readonly string[]>> = {
  "accessKey.create": ["bucket_names"],
  "cdnDistribution.create": ["origin_id"],
  "cdnUrl.generate": ["bucket_name"],
};

type Place = "params" | "query" | "body";
interface Reference {
  readonly place: Place;
  readonly field: string;
}

/** Every field of an operation's input that expects an id. */
function referencesOf(operation: Operation): Reference[] {
  const isReference = (field: string) =>
    (/_ids?$|^region$/.test(field) && !MEMBERS.has(field) && !OF_OTHERS[operation.id]?.includes(field)) ||
    (OTHER_REFERENCES[operation.id]?.includes(field) ?? false);
  const declared = (place: Place) => Object.keys(operation[place].shape).map((field) => ({ place, field }));
  return [
    ...declared("params"),
    ...[...declared("query"), ...declared("body")].filter(({ field }) => isReference(field)),
  ];
}

const withReferences = eachOperation.filter(([, operation]) => referencesOf(operation).length > 0);

let api: ArrangedApi;
beforeAll(async () => {
  api = await startArrangedApi();
}, ARRANGING_MS);
afterAll(() => api.close());

const fieldOf = (request: AnyRequest | undefined, { place, field }: Reference): unknown => request?.[place]?.[field];

describe.each(withReferences)("%s", (_, operation) => {
  test("answers byte for byte the same for an absent id and for an id of another workspace or organization", async () => {
    const requests = api.own.requests(operation);
    // Another workspace of the organization shows the same tokens and members.
    const strangers = [...(operation.ofOrganization ? [] : [api.sibling]), api.foreign];
    const strange = strangers.map((stranger) => stranger.requests(operation));
    await changesNothing(api, async () => {
      await Promise.all(
        referencesOf(operation).map((reference) => answersAlike(operation, reference, requests, strange)),
      );
    });
  });
});

async function answersAlike(
  operation: Operation,
  reference: Reference,
  requests: readonly AnyRequest[],
  strange: readonly (readonly AnyRequest[])[],
) {
  const { place, field } = reference;
  const example = requests.findIndex((request) => fieldOf(request, reference) !== undefined);
  const request = requests[example];
  // A filter is optional, but ids in paths and bodies must be in an example.
  expect(request !== undefined || place === "query", `an example sends ${field}`).toBe(true);
  if (request === undefined) return;

  const sendWith = (value: unknown): Promise<ApiResponse> =>
    api.own.send(
      operation,
      { ...request, [place]: { ...request[place], [field]: value } },
      { headers: { "x-request-id": "same-for-each" } },
    );
  const foreign = (CATALOG_FIELDS.has(field) || NUMBERS.has(field) ? [] : strange).map((theirs) => {
    const value = fieldOf(theirs[example], reference);
    expect(value).not.toEqual(fieldOf(request, reference));
    return value;
  });
  const [response, ...others] = await Promise.all([
    sendWith(absentLike(fieldOf(request, reference), field)),
    ...foreign.map(sendWith),
  ]);
  for (const other of others)
    expect({ field, status: other.status, text: other.text }).toEqual({
      field,
      status: response.status,
      text: response.text,
    });
  if (place === "query") {
    // A filter that matches nothing leaves a list without items, and metrics without points.
    const found = Array.isArray(response.body) ? response.body : response.body.points;
    expect({ status: response.status, found }).toEqual({ status: 200, found: [] });
  } else if (VALUES.has(field) && place !== "params") {
    expectError(response, 400, "invalid_request", field);
    expect(response.body.errors).toEqual([{ field, message: expect.any(String) }]);
  } else if (!operation.errors.includes("not_found")) {
    // The specification lists no 404 here: the reference counts as an invalid value.
    expectError(response, 400, "origin_not_found", field);
  } else {
    expectError(response, 404, "not_found", field);
  }
}

/** A missing id of the same form. A list of ids keeps its first, so that one foreign id must suffice. */
function absentLike(value: unknown, field: string): unknown {
  if (Array.isArray(value)) return value.map((item) => absentLike(item, field));
  const text = String(value);
  if (/^\d+$/.test(text) && !NUMBERS.has(field)) return "9223372036854775807";
  const prefix = /^([a-z]+_)[0-9a-z]{26}$/.exec(text)?.[1];
  return prefix === undefined ? "absent-0" : `${prefix}${"0".repeat(26)}`;
}
