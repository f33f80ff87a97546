import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { operatorCatalog, publicCatalog } from "../catalog.ts";
import type { Attribute, ResourceDescription } from "./description.ts";
import { LEFT_OUT, OTHER_RESOURCES } from "./exceptions.ts";
import { providerDescription } from "./provider.ts";
import { providerReference } from "./reference.ts";
import { spellings, timeZones } from "./spellings.ts";

const written = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), "utf8");
const described = providerDescription();
const callsOf = ({ create, update, delete: remove, read, members = [] }: ResourceDescription) => [
  ...[create, read, remove, ...update],
  ...members.flatMap(({ add, remove: take }) => [add, take]),
];

describe("written by `npm run generate`:", () => {
  test("resources.json is what the catalog says", () => {
    expect(written("integrations/opentofu/resources.json")).toBe(`${JSON.stringify(described, null, 2)}\n`);
  });

  test("spellings.json has the forms of the contract", () => {
    expect(written("integrations/opentofu/spellings.json")).toBe(`${JSON.stringify(spellings(), null, 2)}\n`);
  });

  test("time_zones.json has the names of the runtime", () => {
    const path = "integrations/opentofu/internal/provider/time_zones.json";
    expect(written(path)).toBe(`${JSON.stringify(timeZones(), null, 2)}\n`);
  });

  test("the reference is that of resources.json", () => {
    expect(written("docs/opentofu-reference.md")).toBe(providerReference(described));
  });
});

test("every create is that of a resource, an update of one, or left out with a reason", () => {
  const used = new Set(described.resources.flatMap((resource) => callsOf(resource).map(({ operation }) => operation)));
  const creates = [...publicCatalog, ...operatorCatalog].map(({ id }) => id).filter((id) => /\.(create|put)$/.test(id));
  expect(new Set(creates.filter((id) => !used.has(id)))).toEqual(new Set(Object.keys(LEFT_OUT)));
});

describe.each(described.resources)("$name", (resource) => {
  const names = resource.attributes.map(({ name }) => name);

  test("has each attribute once", () => {
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  test("has attributes whose names OpenTofu takes", () => {
    expect(allNames(resource.attributes).filter((name) => !/^[a-z][a-z0-9_]*$/.test(name))).toEqual([]);
  });

  test("has an attribute for everything that is sent", () => {
    const sent = callsOf(resource).flatMap(({ params, query = [], body = [] }) => [...params, ...query, ...body]);
    expect(sent.map(({ attribute }) => attribute).filter((name) => !names.includes(name))).toEqual([]);
  });

  test("is found again by its import id", () => {
    const given = [...resource.import, "id"];
    expect(resource.read.params.map(({ attribute }) => attribute).filter((name) => !given.includes(name))).toEqual([]);
  });

  test("replaces where no update takes the field or the field names what is updated, and nowhere else", () => {
    const naming = OTHER_RESOURCES.find(({ name }) => name === resource.name)?.naming ?? [];
    const changed = resource.update
      .flatMap(({ body = [] }) => body.map(({ attribute }) => attribute))
      .filter((name) => !naming.includes(name));
    const membered = (resource.members ?? []).map(({ attribute }) => attribute);
    const isSent = ({ name }: Attribute) => resource.create.body?.some(({ attribute }) => attribute === name) ?? false;
    const replaced = resource.attributes.filter((attribute) => isSent(attribute) && attribute.replace === true);
    expect(replaced.map(({ name }) => name)).toEqual(
      resource.attributes
        .filter((attribute) => isSent(attribute) && attribute.first_only !== true)
        .filter(({ name }) => ![...changed, ...membered].includes(name))
        .map(({ name }) => name),
    );
  });
});

/** Words of the names of fields that hold secrets. */
const SECRET = /(^|_)(key|keys|password|passphrase|secret|token|credential|credentials|user_data)(_wo)?$/;
/** What is called so and is none. */
const NO_SECRET: Readonly<Record<string, string>> = {
  "cloud_vm.ssh_keys": "public keys",
  "gpu_vm.ssh_keys": "public keys",
  "vm_group.ssh_keys": "public keys",
  "ssh_key.public_key": "a public key",
  "secret.key": "the name of the secret in its store",
};

describe("secrets are sensitive:", () => {
  const given = described.resources.flatMap(({ name, attributes }) =>
    withPaths(attributes, name).filter(({ attribute }) => attribute.mode !== "computed"),
  );

  test("what is called like one", () => {
    const shown = given.filter(({ attribute }) => SECRET.test(attribute.name) && attribute.sensitive !== true);
    expect(new Set(shown.map(({ path }) => path))).toEqual(new Set(Object.keys(NO_SECRET)));
  });

  test("what the create answers once under the same name, which only one of both can have", () => {
    const once = described.resources.flatMap(({ name, attributes, create }) =>
      attributes
        .filter(({ mode, sensitive }) => mode === "computed" && sensitive === true)
        .flatMap((answered) => (create.body ?? []).filter(({ field }) => field === answered.name))
        .map(({ attribute }) => ({ name, attribute: attributes.find((each) => each.name === attribute) })),
    );
    expect(once.map(({ name, attribute }) => [name, attribute?.name])).toEqual([["backup_destination", "given_key"]]);
    for (const { attribute } of once) expect(attribute?.sensitive).toBe(true);
  });

  test("each text that is given and never answered, of which ids and choices are none", () => {
    const shown = given.filter(
      ({ attribute: { name, type, read, values, first_only, sensitive } }) =>
        type === "string" &&
        read === undefined &&
        values === undefined &&
        first_only !== true &&
        !/_(id|name)$/.test(name) &&
        sensitive !== true,
    );
    expect(shown.map(({ path }) => path)).toEqual([]);
  });
});

interface Placed {
  readonly path: string;
  readonly attribute: Attribute;
}

/** All attributes, also those within others. */
function withPaths(attributes: readonly Attribute[], above: string): Placed[] {
  return attributes.flatMap((attribute) => {
    const path = `${above}.${attribute.name}`;
    const inner = "attributes" in attribute ? withPaths(attribute.attributes, path) : [];
    return [{ path, attribute }, ...inner];
  });
}

function allNames(attributes: readonly Attribute[]): string[] {
  return attributes.flatMap((each) => [each.name, ...("attributes" in each ? allNames(each.attributes) : [])]);
}
