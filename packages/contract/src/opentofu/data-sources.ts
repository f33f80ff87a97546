import { publicCatalog } from "../catalog.ts";
import type { Operation } from "../declaration/operation.ts";
import { computedAttribute, shownFields } from "./attributes.ts";
import { callOf, itemOf, operationNamed, operationOf } from "./calls.ts";
import type { Attribute, DataSourceDescription, ResourceDescription } from "./description.ts";
import { LISTED } from "./exceptions.ts";
import { type Field, fieldsOf } from "./fields.ts";
import { snake } from "./names.ts";

/** The lists of what an installation offers, and each resource by its id or its name. */
export function dataSources(resources: readonly ResourceDescription[]): DataSourceDescription[] {
  const groups = new Map(publicCatalog.map(({ id }) => [snake(id.split(".")[0] ?? ""), id.split(".")[0] ?? ""]));
  const single = resources.flatMap((resource) => {
    const list = operationOf(`${groups.get(resource.name)}.list`);
    return list === undefined || !list.list ? [] : [oneOf(resource, list)];
  });
  return [...LISTED.map((id) => listOf(operationNamed(id))), ...single].sort((one, other) =>
    one.name < other.name ? -1 : 1,
  );
}

function listOf(list: Operation): DataSourceDescription {
  const [group = ""] = list.id.split(".");
  const as = `${snake(group)}s`;
  const filters = filtersOf(list);
  const items = shownFields(fieldsOf(itemOf(list), "output")).map((field) => asRead(computedAttribute(field)));
  return {
    name: as,
    title: list.summary.replace(/^List (the )?/, "").replace(/^./, (letter) => letter.toUpperCase()),
    summary: list.summary,
    attributes: [
      ...filters.map(filterAttribute),
      { name: as, type: "list", mode: "computed", attributes: items, read: as },
    ],
    list: {
      call: {
        ...callOf(list, { params: {}, body: {} }),
        ...(filters.length > 0 && { query: filters.map(({ name }) => ({ field: name, attribute: name })) }),
      },
      as,
    },
  };
}

function filtersOf({ query }: Operation): Field[] {
  return fieldsOf(query, "input").filter(({ name, required }) => !required && name !== "limit" && name !== "cursor");
}

function filterAttribute({ name, values }: Field): Attribute {
  return { name, type: "string", mode: "optional", ...(values !== undefined && { values }) };
}

/** One resource by `id`, or by `name` or `key` where its list finds that. */
function oneOf(resource: ResourceDescription, list: Operation): DataSourceDescription {
  const held = resource.attributes.filter(
    ({ read, mode, name }) => read !== undefined || mode === "computed" || name === "id",
  );
  const by = ["name", "key"].find(
    (name) => name in list.query.shape && resource.attributes.some((attribute) => attribute.name === name),
  );
  const parents = resource.import.filter((name) => name !== "id");
  const { params, ...call } = callOf(list, {
    params: Object.fromEntries(parents.map((name) => [name, name])),
    body: {},
  });
  const idField = "field" in resource.id ? resource.id.field : "id";
  return {
    name: resource.name,
    title: resource.title,
    summary: list.summary.replace(/^List /, "One of "),
    attributes: [
      ...resource.attributes.filter(({ name }) => parents.includes(name)).map(asGiven),
      ...held
        .filter(({ name, sensitive }) => !parents.includes(name) && sensitive !== true)
        .map((attribute) =>
          attribute.name === "id" || attribute.name === by ? asChoice(attribute) : asRead(attribute),
        ),
    ],
    read: resource.read,
    ...(by !== undefined && {
      find: {
        call: { ...call, params, query: [{ field: by, attribute: by }] },
        attribute: by,
        field: by,
        id: list.resource === "cloud_vm" || list.resource === "gpu_vm" ? "id" : idField,
      },
    }),
  };
}

function asGiven({ replace: _, ...attribute }: Attribute): Attribute {
  return attribute;
}

/** An attribute that the configuration may give, and that is answered otherwise. */
function asChoice(attribute: Attribute): Attribute {
  return { ...asRead(attribute), mode: "filled" };
}

function asRead(attribute: Attribute): Attribute {
  const { replace: _, volatile: __, default: ___, values: ____, minimum: _____, maximum: ______, ...rest } = attribute;
  if (!("attributes" in rest)) return { ...rest, mode: "computed" };
  return { ...rest, mode: "computed", attributes: rest.attributes.map(asRead) };
}
