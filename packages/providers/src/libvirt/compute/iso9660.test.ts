import fc from "fast-check";
import { expect, test } from "vitest";
import { cdOf, filesOn } from "./iso9660.ts";

const SECTOR = 2048;

/** The files of a CD, as a reader finds them from a descriptor. @param sector of the descriptor */
function filesOf(cd: Buffer, sector: number): Map<string, string> {
  const descriptor = cd.subarray(sector * SECTOR, (sector + 1) * SECTOR);
  expect(descriptor.toString("latin1", 1, 6)).toBe("CD001");
  expect(descriptor.readUInt32LE(80)).toBe(cd.length / SECTOR);
  const joliet = descriptor[0] === 2;
  const start = descriptor.readUInt32LE(158) * SECTOR;
  const files = new Map<string, string>();
  for (let at = start; cd[at] !== 0; at += cd[at] ?? SECTOR) {
    const raw = Buffer.from(cd.subarray(at + 33, at + 33 + (cd[at + 32] ?? 0)));
    expect(cd.readUInt32LE(at + 2)).toBe(cd.readUInt32BE(at + 6));
    if (cd[at + 25] === 2) continue;
    const from = cd.readUInt32LE(at + 2) * SECTOR;
    const name = joliet ? raw.swap16().toString("utf16le") : raw.toString("latin1");
    files.set(name, cd.toString("utf8", from, from + cd.readUInt32LE(at + 10)));
  }
  return files;
}

test("a CD has its files under both kinds of names, and its label", () => {
  const cd = cdOf("cidata", [
    { name: "meta-data", content: Buffer.from("instance-id: vm_1\n") },
    { name: "user-data", content: Buffer.alloc(0) },
  ]);
  expect(filesOf(cd, 16)).toEqual(
    new Map([
      ["META-DATA;1", "instance-id: vm_1\n"],
      ["USER-DATA;1", ""],
    ]),
  );
  expect(filesOf(cd, 17)).toEqual(
    new Map([
      ["meta-data", "instance-id: vm_1\n"],
      ["user-data", ""],
    ]),
  );
  expect(cd.toString("latin1", 16 * SECTOR + 40, 16 * SECTOR + 46)).toBe("cidata");
});

test("contents of every length are read as they were written", () => {
  const contents = fc.array(fc.string({ unit: "grapheme", maxLength: 5_000 }), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(contents, (texts) => {
      const files = texts.map((text, at) => ({ name: `file-${at}`, content: Buffer.from(text) }));
      expect([...filesOf(cdOf("cidata", files), 17).values()]).toEqual(texts);
      expect(filesOn(cdOf("cidata", files))).toEqual(files);
    }),
    { numRuns: 50 },
  );
});
