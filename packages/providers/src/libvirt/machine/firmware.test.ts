import { expect, test } from "vitest";
import { readXml, writeXml } from "../xml/xml-document.ts";
import { addTpm, firmwareIn, hasTpm, setFirmware, setVariables, variablesIn } from "./firmware.ts";

const plain = '<domain><os><type>hvm</type><boot dev="hd"/></os><features><acpi/></features></domain>';

test("a machine boots by UEFI, with Secure Boot or without, and by BIOS again", () => {
  const domain = readXml(plain);
  expect([firmwareIn(domain), variablesIn(domain)]).toEqual(["bios", undefined]);
  setFirmware(domain, { variables: "/pool/one.fd", secureBoot: false });
  expect(writeXml(domain)).toContain('<feature enabled="no" name="secure-boot"/>');
  expect([firmwareIn(domain), variablesIn(domain)]).toEqual(["uefi", "/pool/one.fd"]);
  setFirmware(domain, { variables: "/pool/two.fd", secureBoot: true });
  for (const part of ['<feature enabled="yes" name="enrolled-keys"/>', '<loader secure="yes"/>', '<smm state="on"/>'])
    expect(writeXml(domain).split(part)).toHaveLength(2);
  setVariables(domain, "/pool/three.fd");
  expect(variablesIn(domain)).toBe("/pool/three.fd");
  setFirmware(domain, null);
  expect(writeXml(domain)).toBe(plain);
  setVariables(domain, "/pool/four.fd");
  expect(writeXml(domain)).toBe(plain);
});

test("a machine has one TPM, whatever boots it", () => {
  const domain = readXml("<domain><os/><features/><devices><disk/></devices></domain>");
  expect(hasTpm(domain)).toBe(false);
  addTpm(domain);
  addTpm(domain);
  setFirmware(domain, null);
  expect(hasTpm(domain)).toBe(true);
  expect(writeXml(domain).match(/<tpm /g)).toHaveLength(1);
});

test("the firmware of a machine that somebody made by hand is known", () => {
  const byPath = readXml(
    '<domain><os><loader type="pflash">/a.fd</loader><nvram template="/b.fd">/v.fd</nvram></os></domain>',
  );
  expect([firmwareIn(byPath), variablesIn(byPath)]).toEqual(["uefi", "/v.fd"]);
  const bySource = readXml(
    '<domain><os firmware="efi"><nvram type="file"><source file="/w.fd"/></nvram></os></domain>',
  );
  expect([firmwareIn(bySource), variablesIn(bySource)]).toEqual(["uefi", "/w.fd"]);
  expect(firmwareIn(readXml('<domain><os><loader type="rom">/bios.bin</loader></os></domain>'))).toBe("bios");
});
