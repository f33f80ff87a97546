import { expect, test } from "vitest";
import { z } from "zod";
import { catalog } from "../catalog.ts";
import { shownAs } from "./shown-as.ts";

interface Described {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly shown_as?: string;
  readonly maxLength?: number;
  readonly properties?: Readonly<Record<string, Described>>;
  readonly items?: Described;
  readonly additionalProperties?: Described | boolean;
  readonly anyOf?: readonly Described[];
  readonly oneOf?: readonly Described[];
}

/** The texts that a request has, by their paths. */
function* textsOf(schema: Described, path = ""): Iterable<readonly [path: string, schema: Described]> {
  const { type, properties = {}, items, additionalProperties, anyOf = [], oneOf = [] } = schema;
  if (type === "string" && schema.enum === undefined && schema.const === undefined) yield [path, schema];
  for (const [name, field] of Object.entries(properties)) yield* textsOf(field, path === "" ? name : `${path}.${name}`);
  for (const part of [items, additionalProperties]) if (typeof part === "object") yield* textsOf(part, `${path}[]`);
  for (const part of [...anyOf, ...oneOf]) yield* textsOf(part, path);
}

const requests = catalog.filter(
  ({ audience, safe, needsApproval }) => audience === "public" && (!safe || needsApproval),
);
const options = { metadata: shownAs, io: "input", unrepresentable: "any", reused: "inline" } as const;
const texts = requests.flatMap(({ body }) => [...textsOf(z.toJSONSchema(body, options) as Described)]);
const pathsWhere = (has: (path: string, schema: Described) => boolean) =>
  new Set(texts.filter(([path, schema]) => has(path, schema)).map(([path]) => path));

test.each([
  ["secret", ["key", "password", "secret_key", "value"]],
  ["ssh_key", ["public_key", "ssh_keys[]"]],
  ["text", ["user_data", "content"]],
])("an approval shows these fields as %s", (kind, paths) => {
  expect(pathsWhere((_, { shown_as }) => shown_as === kind)).toEqual(new Set(paths));
});

/**
 * What sounds like a secret, or is long, and is shown as it was sent. Who adds a field asks: may everybody who sees
 * the approval see it?
 */
const AS_SENT = [
  // Ids, and names of keys.
  ...["additional_certificates[].secret_id", "certificate.secret_id", "key", "object_key", "object_keys[]"],
  "access_key",
  ...[
    "configuration.listeners[].additional_certificates[].secret_id",
    "configuration.listeners[].certificate.secret_id",
  ],
  ...["listeners[].additional_certificates[].secret_id", "listeners[].certificate.secret_id", "ssh_key_ids[]"],
  // Conditions of rules, and headers that every visitor is sent.
  ...[
    "configuration.listeners[].rules[].header.value",
    "configuration.listeners[].rules[].path.value",
    "headers[].value",
  ],
  ...[
    "listeners[].rules[].header.value",
    "listeners[].rules[].path.value",
    "rules[].header.value",
    "rules[].path.value",
  ],
  // Records, which DNS tells everybody.
  ...["values[]", "zone_file"],
];
const SOUNDS_SECRET = /pass|secret|token|private|credential|key|value|data/;

test("every other field that sounds like a secret, or is long, was considered", () => {
  const unmarked = pathsWhere(
    (path, { shown_as, maxLength = 0 }) => shown_as === undefined && (SOUNDS_SECRET.test(path) || maxLength > 2_048),
  );
  expect(unmarked).toEqual(new Set(AS_SENT));
});
