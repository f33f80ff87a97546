import { expect, test } from "vitest";
import { type CopyManifest, manifestName, openManifest, sealManifest } from "./copy-manifest.ts";
import { newKey, sealObject, UnopenedObject } from "./sealed-object.ts";

const OBJECT = `bcp_${"0".repeat(26)}`;
const file = (role: "root" | "data", volume_id: string) => {
  return { role, volume_id, format: "simulated", size_bytes: 12, sha256: "0".repeat(64) };
};
const volume = (volume_id: string) => ({ volume_id, name: "data", size_gb: 10, type: "ssd" as const });

const honest: CopyManifest = {
  format: "fulmar-copy/1",
  object_id: OBJECT,
  provider: "simulated",
  taken_at: "2027-01-01T00:00:00.000Z",
  backup_id: "bkp_1",
  vm: {
    ...{ vm_id: "vm_1", name: "web", type: "cloud", plan_id: "plan-nano", template_id: "debian-13" },
    ...{ os_type: "linux", os_distro: "debian", disk_gb: 10 },
  },
  volumes: [volume("vol_1")],
  files: [file("root", "root_1"), file("data", "vol_1")],
};

async function* sealed(key: string, manifest: CopyManifest) {
  yield await sealManifest(key, manifest);
}

test("a manifest opens as it was sealed, under its own name and no other", async () => {
  const key = newKey();
  expect(await openManifest(key, OBJECT, sealed(key, honest))).toEqual(honest);
  const other = `bcp_${"1".repeat(26)}`;
  await expect(openManifest(key, other, sealed(key, honest))).rejects.toThrow(UnopenedObject);
  // Who has the key can seal it under the name of another.
  const named = { ...honest, object_id: other };
  const text = async function* () {
    yield Buffer.from(JSON.stringify(named));
  };
  const moved = sealObject(key, manifestName(OBJECT), text());
  await expect(openManifest(key, OBJECT, moved)).rejects.toThrow("no manifest of a copy");
});

/** What somebody who has the key may write into a manifest. */
const HOSTILE: readonly [what: string, changes: Partial<CopyManifest>][] = [
  ["a root disk of more than any disk has", { vm: { ...honest.vm, disk_gb: 16_385 } }],
  ["a file of more bytes than any disk has", { files: [{ ...file("root", "root_1"), size_bytes: 2 ** 45 + 1 }] }],
  ["a VM whose name breaks lines", { vm: { ...honest.vm, name: "web\nroot: x" } }],
  [
    "a volume whose id is a path",
    {
      volumes: [volume("../../etc/passwd")],
      files: [file("root", "root_1"), file("data", "../../etc/passwd")],
    },
  ],
  [
    "more volumes than a VM has",
    {
      volumes: Array.from({ length: 26 }, (_, place) => volume(`vol_${place}`)),
      files: [file("root", "root_1"), ...Array.from({ length: 26 }, (_, place) => file("data", `vol_${place}`))],
    },
  ],
];

test.each(HOSTILE)("a manifest with %s is none", async (_, changes) => {
  const key = newKey();
  const manifest = { ...honest, volumes: [], files: [file("root", "root_1")], ...changes };
  await expect(openManifest(key, OBJECT, sealed(key, manifest))).rejects.toThrow("no manifest of a copy");
});
