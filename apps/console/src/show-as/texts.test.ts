import { publicCatalog } from "@fulmar/contract";
import { expect, test } from "vitest";
import { type OperationShape, operationShape } from "./operation-shape.ts";
import { textsOf } from "./texts.ts";

const shapeOf = (id: string): OperationShape => {
  const shape = operationShape(id, "https://api.example.com/v1");
  if (shape === undefined) throw new Error(`no operation ${id}`);
  return shape;
};

const texts = (id: string, input: Record<string, unknown>) => Object.fromEntries(textsOf(shapeOf(id), input, "1"));

test("a create is shown for every client", () => {
  expect(texts("volume.create", { name: "it's data", size_gb: 10, site_id: "site-ams-1", type: "ssd" })).toEqual({
    curl: [
      "curl -X POST 'https://api.example.com/v1/block-storage/volumes?workspace_id=1' \\",
      '  -H "Authorization: Bearer $FULMAR_TOKEN" \\',
      '  -H "X-Idempotency-Key: $(uuidgen)" \\',
      "  -H 'Content-Type: application/json' \\",
      `  -d '{\n  "name": "it'\\''s data",\n  "size_gb": 10,\n  "site_id": "site-ams-1",\n  "type": "ssd"\n}'`,
    ].join("\n"),
    "Command line": [
      "fulmar volume create --name 'it'\\''s data' \\",
      "  --size-gb 10 \\",
      "  --site site-ams-1 \\",
      "  --type ssd \\",
      "  --wait",
    ].join("\n"),
    SDK:
      `const accepted = await client.volume.create({\n  name: "it's data",\n  size_gb: 10,\n` +
      '  site_id: "site-ams-1",\n  type: "ssd"\n});\nawait accepted.wait();',
    OpenTofu: [
      'resource "fulmar_volume" "it_s_data" {',
      '  name    = "it\'s data"',
      "  size_gb = 10",
      '  site_id = "site-ams-1"',
      '  type    = "ssd"',
      "}",
    ].join("\n"),
  });
});

test("a resource is read, and imported by OpenTofu", () => {
  const shown = texts("cloudVm.get", { vm_id: "vm_1", name: "web-1" });
  expect(shown.OpenTofu).toContain('to = fulmar_cloud_vm.web-1\n  id = "vm_1"');
  expect(shown["Command line"]).toBe("fulmar vm get vm_1");
  expect(shown.SDK).toBe('const record = await client.cloudVm.get({\n  vm_id: "vm_1"\n});');
  expect(shown.curl).toContain("/compute/cloud-vms/vm_1?workspace_id=1'");
});

test("HCL has no templates of the reader's values, and lists and documents in its own form", () => {
  const shown = texts("cloudVm.create", {
    name: "9",
    user_data: `echo \${HOME} %{if}`,
    tags: ["a", "b"],
    ssh_keys: [],
  });
  expect(shown.OpenTofu).toContain('resource "fulmar_cloud_vm" "_9"');
  expect(shown.OpenTofu).toContain(`"echo $\${HOME} %%{if}"`);
  expect(shown.OpenTofu).toContain('["a", "b"]');
  expect(shown.OpenTofu).not.toContain("ssh_keys");
});

test.each(publicCatalog.map(({ id }) => [id]))("%s has a shape", (id) => {
  const shown = texts(id, {});
  expect(Object.keys(shown).slice(0, 3)).toEqual(["curl", "Command line", "SDK"]);
});
