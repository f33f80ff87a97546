import type { Operation } from "../declaration/operation.ts";
import { computedAttribute, shownFields } from "./attributes.ts";
import { callOf, itemOf, operationNamed, operationOf, snake } from "./calls.ts";
import type { Attribute, DataSourceDescription, ResourceDescription } from "./description.ts";
import { LISTED } from "./exceptions.ts";
import { type Field, fieldsOf } from "./fields.ts";

/** The lists of what an installation offers, and each resource with an id of its own by that or by its name. */
export function dataSources(resources: readonly ResourceDescription[]): DataSourceDescription[] {
  const single = resources.filter(({ id }) => "field" in id).map(oneOf);
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
function oneOf(resource: ResourceDescription): DataSourceDescription {
  const parents = resource.import.filter((name) => name !== "id");
  const find = findOf(resource, parents);
  const isChoice = ({ name }: Attribute) => name === "id" || name === find?.attribute;
  const isAnswered = ({ name, read, sensitive }: Attribute) =>
    !parents.includes(name) && sensitive !== true && (read !== undefined || name === "id");
  return {
    name: resource.name,
    title: resource.title,
    attributes: [
      ...resource.attributes.filter(({ name }) => parents.includes(name)).map(asGiven),
      ...resource.attributes
        .filter(isAnswered)
        .map((attribute) => (isChoice(attribute) ? asChoice(attribute) : asRead(attribute))),
    ],
    read: resource.read,
    ...(resource.absent !== undefined && { absent: resource.absent }),
    ...(find !== undefined && { find }),
  };
}

/** How the list of a resource finds one by its name. */
function findOf(
  { create, attributes, id }: ResourceDescription,
  parents: readonly string[],
): DataSourceDescription["find"] {
  const [group = ""] = create.operation.split(".");
  const list = operationOf(`${group}.list`);
  const by = ["name", "key"].find(
    (name) => list !== undefined && name in list.query.shape && attributes.some((attribute) => attribute.name === name),
  );
  if (list === undefined || by === undefined || !("field" in id)) return undefined;
  const params = Object.fromEntries(parents.map((name) => [name, name]));
  return {
    call: { ...callOf(list, { params, body: {} }), query: [{ field: by, attribute: by }] },
    attribute: by,
    field: by,
    // An item names the resource by its own field, which an acceptance may name otherwise.
    id: fieldsOf(itemOf(list), "output").some(({ name }) => name === id.field) ? id.field : "id",
  };
}

function asGiven({ replace: _, ...attribute }: Attribute): Attribute {
  return attribute;
}

/** An attribute that the configuration may give, and that is answered otherwise. */
function asChoice(attribute: Attribute): Attribute {
  return { ...asRead(attribute), mode: "filled" };
}

/** An attribute that is only read: what concerns configurations and changes is gone. */
function asRead(attribute: Attribute): Attribute {
  const { replace: _replace, volatile: _volatile, default: _default, values: _values, ...held } = attribute;
  const { minimum: _minimum, maximum: _maximum, grows: _grows, first_only: _first, ...read } = held;
  if ("normal" in read) {
    const { normal: _normal, ...text } = read;
    return { ...text, mode: "computed" };
  }
  if ("record_type" in read) {
    const { record_type: _type, ...texts } = read;
    return { ...texts, mode: "computed" };
  }
  if (!("attributes" in read)) return { ...read, mode: "computed" };
  return { ...read, mode: "computed", attributes: read.attributes.map(asRead) };
}
