import { describe, expect, test, vi } from "vitest";
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

describe("raw", () => {
  const secret = { key: "K", version: 2, value: "two\nlines\n", encoding: "utf8" };
  const raw = async (value: unknown, columns?: string) => {
    const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
    try {
      await print(value, [], { output: "raw", columns });
      return Buffer.concat(write.mock.calls.map(([written]) => Buffer.from(written)));
    } finally {
      write.mockRestore();
    }
  };

  test.each(["", "x", "two\nlines\n", " ", "\u0000\r\n\u2028", "😀"])(
    "a value is written as it is: %j",
    async (value) => {
      expect(String(await raw({ ...secret, value }))).toBe(value);
    },
  );

  test("a value in base64 is written as its bytes", async () => {
    const bytes = Buffer.from([0, 255, 10, 13, 10]);
    expect(await raw({ ...secret, value: bytes.toString("base64"), encoding: "base64" })).toEqual(bytes);
  });

  test("a named field is written in place of the value", async () => {
    expect(String(await raw({ ...secret, encoding: "base64" }, "key"))).toBe("K");
    expect(String(await raw(secret, "version"))).toBe("2");
  });

  test("no field, several or a list are refused", async () => {
    await expect(raw({ key: "K" })).rejects.toThrow("name it by --columns; there are key.");
    await expect(raw(secret, "key,value")).rejects.toThrow("writes one field");
    await expect(raw([secret])).rejects.toThrow("this is a list");
  });
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
