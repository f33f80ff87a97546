import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { variables } from "./variables.ts";

const docs = new URL("../../../docs/", import.meta.url);
const page = (name: string) => readFileSync(new URL(name, docs), "utf8");
const names = Object.keys(variables);

test("every variable is documented", () => {
  const text = readdirSync(docs).filter((name) => name.endsWith(".md"));
  const written = text.map(page).join("\n");
  expect(names.filter((name) => !written.includes(`\`${name}\``) && !written.includes(`${name}=`))).toEqual([]);
});

test("docs/configuration.md has variables that exist", () => {
  const rows = page("configuration.md")
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .flatMap((line) => line.split("|")[1]?.match(/[A-Z][A-Z_0-9]+/g) ?? []);
  expect(rows.length).toBeGreaterThan(50);
  expect(rows.filter((name) => !names.includes(name))).toEqual([]);
});
