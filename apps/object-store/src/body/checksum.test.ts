import { expect, test } from "vitest";
import { crc32cHasher, crc32Hasher, crc64Hasher } from "./checksum.ts";

// Check values from the catalogue of parametrised CRC algorithms: CRC-32/ISO-HDLC, CRC-32/ISCSI, CRC-64/NVME.
test.each([
  [crc32Hasher, "cbf43926"],
  [crc32cHasher, "e3069283"],
  [crc64Hasher, "ae8b14860a799888"],
])("%o gives the published check value, independently of other hashers", (hasher, value) => {
  const [one, other] = [hasher(), hasher()];
  one.update(Buffer.from("12345"));
  other.update(Buffer.from("something else"));
  one.update(Buffer.from("6789"));
  other.digest();
  expect(one.digest()).toBe(Buffer.from(value, "hex").toString("base64"));
});
