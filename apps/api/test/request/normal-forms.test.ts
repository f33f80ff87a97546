// Values that the API writes in another way than they were sent: the field's description says how, so that clients
// that compare the two find no difference.
import { findOperation, NORMAL_FORMS, type NormalForm, normalForm, type Operation } from "@fulmar/contract";
import { SPELLINGS } from "@fulmar/contract/opentofu";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { type Api, startApi } from "../api-fixture.ts";
import { EVERYTHING_MS, eachOperation, exampleOf } from "../examples/all.ts";
import { type AnyRequest, CHOSEN, ExampleFixture } from "../examples/example-fixture.ts";

type JsonSchema = z.core.JSONSchema.BaseSchema;
type Path = readonly (string | number)[];

/** Other spellings, of which a schema takes those that it may normalize. */
const OTHERWISE: readonly ((text: string) => string)[] = [
  (text) => ` ${text.toUpperCase()}\r\n`,
  (text) => ` ${text}\n`,
  (text) => text.toUpperCase(),
  (text) => `0${text}0`,
  (text) => text.replace(/Z$/, "+00:00"),
  () => "",
];

let api: Api;
beforeAll(async () => {
  api = await startApi({ FULMAR_ACME_DIRECTORY: "https://acme.example.com/directory" });
});
afterAll(() => api.close());

test("a text that is answered in another spelling has the same normal form, by its description", {
  timeout: EVERYTHING_MS,
}, async () => {
  const fixture = new ExampleFixture(api, api.tenant);
  const undescribed: string[] = [];
  const seen = new Set<NormalForm>();
  let compared = 0;
  for (const [id, operation] of eachOperation.filter(([, { body }]) => Object.keys(body.shape).length > 0)) {
    const schema = z.toJSONSchema(operation.body, { io: "input" });
    for (const spelling of spellingsOf(operation, await exampleOf(operation, fixture), schema)) {
      const sent = spelling(await exampleOf(operation, fixture));
      for (const [path, text, answered] of await answersTo(fixture, operation, sent)) {
        compared += 1;
        if (answered === text) continue;
        const form = formAt(schema, schema, path);
        if (form === undefined || answered === null || NORMAL_FORMS[form](answered) !== NORMAL_FORMS[form](text))
          undescribed.push(
            `${id} ${path.join(".")}: ${JSON.stringify(text)} is answered as ${JSON.stringify(answered)}`,
          );
        else seen.add(form);
      }
    }
  }
  console.log(`${compared} texts compared`);
  expect(undescribed).toEqual([]);
  // A text that is searched for is not answered.
  if (CHOSEN.length === 0) expect(seen.add("trim")).toEqual(new Set(Object.keys(NORMAL_FORMS)));
});

type Spelling = (request: AnyRequest) => AnyRequest;

/** Ways to spell a request: each changes every text for which its schema takes another spelling. */
function spellingsOf(operation: Operation, example: AnyRequest, schema: JsonSchema): Spelling[] {
  const texts = textsIn(example.body).filter(([path]) => !/_ids?$/.test(String(path.findLast(isName))));
  const takes = (path: Path, text: string) => operation.body.safeParse(withText(example.body, path, text)).success;
  const waysOf = new Map(
    texts.map(([path, text]) => [path, OTHERWISE.filter((spell) => spell(text) !== text && takes(path, spell(text)))]),
  );
  const most = Math.max(0, ...[...waysOf.values()].map(({ length }) => length));
  const respelt = Array.from(
    { length: most },
    (_, way): Spelling =>
      (request) => {
        const body = [...waysOf].reduce<unknown>((all, [path, ways]) => {
          const text = at(request.body, path);
          return typeof text === "string" && ways[way] !== undefined ? withText(all, path, ways[way](text)) : all;
        }, request.body);
        return { ...request, body: body as NonNullable<AnyRequest["body"]> };
      },
  );
  const added = Object.entries(schema.properties ?? {}).flatMap(([name, property]): Spelling[] => {
    const isList = typeof property === "object" && property.type === "array";
    const form = formAt(schema, schema, isList ? [name, 0] : [name]);
    if (form === undefined || name in (example.body ?? {})) return [];
    const all = SPELLINGS[form].map(([first]) => first);
    return [(request) => ({ ...request, body: { ...request.body, [name]: isList ? all : all[0] } })];
  });
  return [...respelt, ...added];
}

/** The texts of a request that was carried out, as they were sent and as the record has them. */
async function answersTo(fixture: ExampleFixture, operation: Operation, request: AnyRequest) {
  const { status, body } = await fixture.send(operation, request);
  if (status !== operation.success) return [];
  const read = findOperation(operation.id.replace(/\..*$/, ".get"));
  const params = { ...request.params, ...body };
  // A record has what a change asks for when a worker has carried it out, and there is none.
  const isThere = operation.success !== 202 || operation.id.endsWith(".create");
  const isRead =
    isThere && read?.audience === "public" && Object.keys(read.params.shape).every((name) => name in params);
  const record = isRead ? (await fixture.send(read, { params })).body : body;
  return textsIn(request.body).flatMap(([path, text]): [Path, string, string | null][] => {
    const answered = at(body, path) ?? at(record, path);
    return typeof answered === "string" || answered === null ? [[path, text, answered]] : [];
  });
}

/** The form that a schema states for the text at a path. */
function formAt(root: JsonSchema, schema: JsonSchema | boolean | undefined, path: Path): NormalForm | undefined {
  if (typeof schema !== "object") return undefined;
  if (schema.$ref !== undefined) return formAt(root, root.$defs?.[schema.$ref.replace("#/$defs/", "")], path);
  if (schema.anyOf !== undefined)
    return schema.anyOf.map((choice) => formAt(root, choice, path)).find((form) => form !== undefined);
  const [step, ...rest] = path;
  if (step === undefined) return normalForm({ ...schema });
  const inner = isName(step) ? schema.properties?.[step] : schema.items;
  return formAt(root, Array.isArray(inner) ? inner[0] : inner, rest);
}

function textsIn(value: unknown, path: Path = []): [Path, string][] {
  if (typeof value === "string") return [[path, value]];
  if (Array.isArray(value)) return value.flatMap((item, index) => textsIn(item, [...path, index]));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => textsIn(item, [...path, name]));
}

function at(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((inner, step) => Object(inner)[step], value);
}

function withText(value: unknown, [first, ...rest]: Path, text: string): unknown {
  if (first === undefined) return text;
  const inner = withText(Object(value)[first], rest, text);
  return Array.isArray(value) ? value.with(Number(first), inner) : { ...Object(value), [first]: inner };
}

function isName(step: string | number): step is string {
  return typeof step === "string";
}
