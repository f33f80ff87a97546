import { expect, test, vi } from "vitest";
import { type OutputOptions, print } from "./output.ts";

async function printed(value: unknown, options: OutputOptions = {}): Promise<string> {
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  await print(value, ["resource_id", "sku_code", "tag", "amount"], options);
  const text = write.mock.calls.map(([written]) => written).join("");
  write.mockRestore();
  return text;
}

const ROWS = [
  { resource_id: null, sku_code: "vm-small", tag: null, amount: "1.50" },
  { resource_id: null, sku_code: "ip", tag: "web", amount: null },
];

test("a table leaves out the columns that are null in every row", async () => {
  expect(await printed(ROWS)).toBe("SKU CODE  TAG  AMOUNT\nvm-small  -    1.50\nip        web  -\n");
});

test("a column that the user names is shown, and JSON has the records as they are", async () => {
  expect(await printed(ROWS, { columns: "resource_id,sku_code" })).toBe(
    "RESOURCE ID  SKU CODE\n-            vm-small\n-            ip\n",
  );
  expect(JSON.parse(await printed(ROWS, { output: "json" }))).toEqual(ROWS);
});

test("a list without rows, or with nothing in them, keeps its columns", async () => {
  const heading = "RESOURCE ID  SKU CODE  TAG  AMOUNT\n";
  expect(await printed([])).toBe(heading);
  expect(await printed([{ resource_id: null }])).toBe(`${heading}-            -         -    -\n`);
});
