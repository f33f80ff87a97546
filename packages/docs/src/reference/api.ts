import { ERROR_STATUS } from "@fulmar/contract";
import {
  type FieldDescription,
  type OperationDescription,
  type PublicApi,
  resolve,
} from "@fulmar/contract/description";
import type { Page } from "../page.ts";
import { commandOf } from "./cli.ts";
import { api, operatorApi, operatorResources, type ResourceOperations, resources } from "./resources.ts";
import { namesIn, notesText, propertiesOf, table, typeText } from "./schema-text.ts";

/** A page for each resource of the REST API, by family. */
export function apiPages(): readonly Page[] {
  return resources.map((resource) => ({
    path: `api/${resource.name}`,
    title: resource.title,
    section: "api",
    group: resource.family,
    source: null,
    markdown: [
      `# ${resource.title}`,
      `The same operations [on the command line](/docs/cli/${resource.name}) and [in the SDK](/docs/sdk/${resource.name}).`,
      ...resource.operations.map((operation) => operationText(operation, api)),
      ...recordsOf(resource, api),
    ].join("\n\n"),
  }));
}

/** A page for each resource of the operators' API, with its commands. */
export function operatorPages(): readonly Page[] {
  return operatorResources.map((resource) => ({
    path: `operate/api/${resource.name}`,
    title: resource.title,
    section: "operate",
    group: "The operators' API",
    source: null,
    markdown: [
      `# ${resource.title}`,
      "Operations of the whole installation, with an operator token. [Run an installation as an " +
        "operator](/docs/operate/operators) is the guide.",
      ...resource.operations.flatMap((operation) => [
        operationText(operation, operatorApi),
        ...commandOf(operation.declaration.id),
      ]),
      ...recordsOf(resource, operatorApi),
    ].join("\n\n"),
  }));
}

function operationText(operation: OperationDescription, { schemas }: PublicApi): string {
  const { declaration, text, fields, body } = operation;
  const { method, path, summary, success, output, errors, idempotency, streamed } = { ...declaration, ...operation };
  const [example] = declaration.body.meta()?.examples ?? [];
  const key = idempotency === "none" ? "" : ` Header \`X-Idempotency-Key\`: ${idempotency}.`;
  const stream = streamed ? " As server-sent events with `Accept: text/event-stream`." : "";
  const statuses = errors.map((kind) => `${ERROR_STATUS[kind]}`);
  return [
    `## ${summary}`,
    `\`${method} /v1${path}\``,
    `${text}${key}`,
    ...fieldTable(fields, schemas),
    ...(body === undefined || example === undefined ? [] : ["```json", JSON.stringify(example, null, 2), "```"]),
    `Answers ${success} with ` +
      `${typeText(output)}.${stream}${statuses.length === 0 ? "" : ` Refuses with ${statuses.join(", ")}, besides what every operation may answer: see [errors](/docs/api/errors).`}`,
  ]
    .join("\n\n")
    .replaceAll(/(```json)\n\n|\n\n(```)(?=\n)/g, "$1\n$2");
}

function fieldTable(fields: readonly FieldDescription[], schemas: PublicApi["schemas"]): string[] {
  if (fields.length === 0) return [];
  const rows = fields.map(({ name, in: place, required, schema }) => [
    `\`${name}\``,
    place,
    `${typeText(schema)}${required ? ", required" : ""}`,
    notesText(resolve(schema, schemas)),
  ]);
  return [table(["Field", "In", "Type", ""], rows)];
}

/** The schemas that the operations of a page name. */
function recordsOf({ operations }: ResourceOperations, { schemas }: PublicApi): string[] {
  const names = namesIn(
    operations.map(({ fields, body, output }) => ({ fields, body, output })),
    schemas,
  );
  const records = [...names]
    .toSorted((one, other) => one.localeCompare(other))
    .map((name) => {
      const schema = resolve({ $ref: `#/components/schemas/${name}` }, schemas);
      const properties = propertiesOf(schema);
      const rows = properties.map(({ name: field, schema: type, required }) => [
        `\`${field}\``,
        `${typeText(type)}${required ? "" : ", optional"}`,
        notesText(type),
      ]);
      const content =
        rows.length > 0 ? table(["Field", "Type", ""], rows) : `${typeText(schema)}. ${notesText(schema)}`;
      return [`### ${name}`, content].join("\n\n");
    });
  return records.length === 0 ? [] : ["## Records", ...records];
}
