import { resolve } from "@fulmar/contract/description";
import { inputOf, signatureOf } from "@fulmar/sdk/generator";
import { declarationOf } from "@fulmar/sdk/types";
import type { Page } from "../page.ts";
import { api, resources } from "./resources.ts";
import { nameOf } from "./schema-text.ts";

/** A page for the methods of each resource of the SDK. */
export function sdkPages(): readonly Page[] {
  return resources.map(({ word, name, family, operations }) => ({
    path: `sdk/${name}`,
    title: `client.${word}`,
    section: "sdk",
    group: family,
    source: null,
    markdown: [
      `# client.${word}`,
      `The types of the answers are [in the reference of the API](/docs/api/${name}#records).`,
      ...operations.map((operation) => {
        const { declaration, body } = operation;
        const $ref = body?.$ref;
        const types = [
          ...(typeof $ref === "string" ? [declarationOf(nameOf($ref), resolve({ $ref }, api.schemas))] : []),
          ...[inputOf(operation)?.declared ?? []].flat(),
        ];
        return [
          `## ${declaration.id}`,
          `${declaration.summary}.`,
          `\`\`\`ts\nclient.${word}.${signatureOf(operation)}\n\`\`\``,
          ...(types.length === 0 ? [] : [`\`\`\`ts\n${types.join("\n\n")}\n\`\`\``]),
        ].join("\n\n");
      }),
    ].join("\n\n"),
  }));
}
