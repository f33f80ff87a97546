import type { Attribute, DataSourceDescription, ProviderDescription, ResourceDescription } from "./description.ts";

/** The reference of the provider in Markdown: docs/opentofu-reference.md. */
export function providerReference({ resources, data_sources: dataSources }: ProviderDescription): string {
  return [
    "# Reference of the OpenTofu provider",
    "",
    "Written by `npm run generate` from the contract. [opentofu.md](opentofu.md) is the guide.",
    "A _default_ holds where the configuration says nothing; _or by the service_ means that the service decides then. A",
    "change of an attribute that _replaces_ makes a new resource. Two spellings of a text that is _compared_ as something",
    "are the same if they are after the API has written them that way.",
    "",
    "## Resources",
    "",
    ...resources.flatMap(resourceReference),
    "## Data sources",
    "",
    ...dataSources.flatMap(dataSourceReference),
  ].join("\n");
}

function resourceReference({ name, title, attributes, import: parts }: ResourceDescription): string[] {
  return [`### fulmar_${name}`, "", `${title}. Import id: \`${parts.join("/")}\`.`, "", ...table(attributes)];
}

function dataSourceReference({ name, title, attributes, find }: DataSourceDescription): string[] {
  const by = find === undefined ? "" : ` By \`id\` or \`${find.attribute}\`.`;
  return [`### data fulmar_${name}`, "", `${title}.${by}`, "", ...table(attributes)];
}

function table(attributes: readonly Attribute[]): string[] {
  const rows = attributes.flatMap((attribute) => rowsOf(attribute, ""));
  return ["| Attribute | Type | Set | |", "| --- | --- | --- | --- |", ...rows, ""];
}

/** The row of an attribute, and those of the attributes in it. */
function rowsOf(attribute: Attribute, prefix: string): string[] {
  const name = `${prefix}${attribute.name}`;
  const inner = "attributes" in attribute ? attribute.attributes : [];
  const within = attribute.type === "list" ? `${name}[].` : `${name}.`;
  return [
    `| \`${name}\` | ${typeInWords(attribute)} | ${modeInWords(attribute)} | ${notesOf(attribute).join(" ")} |`,
    ...inner.flatMap((each) => rowsOf(each, within)),
  ];
}

function typeInWords(attribute: Attribute): string {
  if ("items" in attribute) return `${attribute.type} of strings`;
  return attribute.type === "list" ? "list of objects" : attribute.type;
}

function modeInWords(attribute: Attribute): string {
  switch (attribute.mode) {
    case "default":
      return `default \`${JSON.stringify(attribute.default)}\``;
    case "filled":
      return "optional, or by the service";
    case "computed":
      return "by the service";
    default:
      return attribute.mode;
  }
}

function notesOf(attribute: Attribute): string[] {
  const { description, values, minimum, maximum, grows, first_only, replace, write_only, sensitive } = attribute;
  return [
    ...(description === undefined ? [] : [description.replaceAll(/\s+/g, " ")]),
    ...(values === undefined ? [] : [`One of ${values.map((value) => `\`${value}\``).join(", ")}.`]),
    ...(minimum === undefined && maximum === undefined ? [] : [`From ${minimum ?? "any"} to ${maximum ?? "any"}.`]),
    ...("normal" in attribute ? [`Compared as \`${attribute.normal}\`.`] : []),
    ...("record_type" in attribute ? [`Compared as values of records of \`${attribute.record_type}\`.`] : []),
    ...(write_only === undefined ? [] : [`Write-only, sent again when \`${write_only.trigger}\` changes.`]),
    ...(sensitive === true && write_only === undefined ? ["Sensitive."] : []),
    ...(grows === true ? ["Only grows."] : []),
    ...(first_only === true ? ["Set when it is made; later changes are refused."] : []),
    ...(replace === true ? ["Replaces."] : []),
  ];
}
