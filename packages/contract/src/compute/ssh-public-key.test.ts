import { expect, test } from "vitest";
import { CreateSshKey } from "./ssh-key.ts";
import { sshKeyProblem } from "./ssh-public-key.ts";

// Made by ssh-keygen, except those of security keys.
const ED25519 = "AAAAC3NzaC1lZDI1NTE5AAAAIBMNqVbjleVAwAeYCxdQ3VG53kry0VxdCSET4wnwPHMZ";
const NISTP256 =
  "AAAAE2VjZHNhLXNoYTItbmlzdHAyNTYAAAAIbmlzdHAyNTYAAABBBFCmZw6dQSXATAIJC8pT1elNKdDyTSePup/3yddg4Eu1wHwy+A0k7VhjDVLzYO4b9eKYzU3R212ILEZK/JTpSaQ=";
const NISTP521 =
  "AAAAE2VjZHNhLXNoYTItbmlzdHA1MjEAAAAIbmlzdHA1MjEAAACFBAD/KPbvs0bF9w8F3ETzvODLYuFb9MkLJgWbNarRkuR2s8m+wHas3bJlLB1ijXV/AnPs6mJ79hD3EbuQf+S0SovqJgHeZfF2LbVx5RHh8u/h+KLYiWwBngHVTQQM28bW6CbCFS3JuSVU0SC4GSfhFjthFUyYQ7lMZckF0Stzk2L2E+t5aQ==";
const RSA_2048 =
  "AAAAB3NzaC1yc2EAAAADAQABAAABAQDPTIq1rnPB0r/3GoqFxZKhoPh5Uik2KX6ySKtHFPOgj+jqEgm0piMWGCioOOTnIPsVYbRaek3LKFfFDNyZ+HyhhVArb+whumnL4xJi8p+Y25CFSfFOlSRjYKj8jH0GdUPmATNMA02HiSsA5eXLatLIuXuL+27of/Y7vpDd8+dqEnL0kD8bHwKW75qdeT8ef1S8monQh/PVuo+4QGtSxl+u40l3PBtXAbyxu8+nYKrrMG5OV25OD4t8fMpPF3dL+Xr1hKSvfTqXnyilaV76ZC4HecxMLlwe/dwLcd919DWkT2n48ySTAbBW7BJiiol2Fyt0O+xgB3q/BnNJ3DiE2Q81";
const RSA_1024 =
  "AAAAB3NzaC1yc2EAAAADAQABAAAAgQC6qR6SJLhLq0r6Z2I287cma5qyHPCGcLvXAZsNIlTlh14tahPwBFEPH71JA34mzmp98m6FA6X5tr5gvSNSC7fGxg5VTMuUxfknqNzjhS7t9Enf3rbundi1habAw3dv6KRIPBPFAF2tyi9zCzeotwjc82s2sfow3J+i8/xG7FfuKQ==";

/** A key from its parts, each after its length (RFC 4251, 5). */
function encode(...parts: readonly (string | Buffer)[]): string {
  const all = parts
    .map((part) => Buffer.from(part))
    .flatMap((part) => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(part.length);
      return [length, part];
    });
  return Buffer.concat(all).toString("base64");
}

test.each([
  ["Ed25519", `ssh-ed25519 ${ED25519} ada@example.com`],
  ["Ed25519 without a comment", `ssh-ed25519 ${ED25519}`],
  ["a comment of several words", `ssh-ed25519 ${ED25519} Ada's laptop, März`],
  ["ECDSA on P-256", `ecdsa-sha2-nistp256 ${NISTP256}`],
  ["ECDSA on P-521", `ecdsa-sha2-nistp521 ${NISTP521}`],
  ["RSA of 2048 bits", `ssh-rsa ${RSA_2048} ada`],
  [
    "Ed25519 of a security key",
    `sk-ssh-ed25519@openssh.com ${encode("sk-ssh-ed25519@openssh.com", Buffer.alloc(32, 7), "ssh:")}`,
  ],
  [
    "ECDSA of a security key",
    "sk-ecdsa-sha2-nistp256@openssh.com " +
      `${encode("sk-ecdsa-sha2-nistp256@openssh.com", "nistp256", Buffer.alloc(65, 4), "ssh:")}`,
  ],
])("%s is a valid key", (_what, key) => {
  expect(sshKeyProblem(key)).toBeUndefined();
});

test.each([
  ["a private key", "-----BEGIN OPENSSH PRIVATE KEY-----\nb3Bl", /private key.*send the public key/],
  ["a key of PuTTY", "PuTTY-User-Key-File-3: ssh-ed25519", /private key/],
  ["SSH2 format", "---- BEGIN SSH2 PUBLIC KEY ----\nAAAA", /SSH2 format.*ssh-keygen -i/],
  ["PEM format", "-----BEGIN PUBLIC KEY-----\nMIIB", /PEM format.*ssh-keygen -i -m PKCS8/],
  ["DSA", "ssh-dss AAAAB3NzaC1kc3M=", /DSA.*Ed25519/],
  ["a certificate", `ssh-ed25519-cert-v01@openssh.com ${ED25519}`, /certificate/],
  ["options of authorized_keys", `no-pty ssh-ed25519 ${ED25519}`, /beginning with its type/],
  ["a name of every object as the type", `constructor ${ED25519}`, /beginning with its type/],
  ["two keys", `ssh-ed25519 ${ED25519}\nssh-ed25519 ${ED25519}`, /one key on one line/],
  [
    "a key on several lines",
    `ssh-ed25519 ${ED25519.slice(0, 20)}\r\n  ${ED25519.slice(20)} ada`,
    /^is one key on several lines/,
  ],
  ["the type alone", "ssh-ed25519", /damaged: the key is missing after its type; copy the whole line/],
  ["a key that was cut", `ssh-ed25519 ${ED25519.slice(0, -4)}`, /damaged: its end is missing/],
  ["a key that was cut within its length", `ssh-ed25519 ${ED25519.slice(0, 28)}`, /damaged: its end is missing/],
  ["a key that was cut anywhere", `ssh-ed25519 ${ED25519.slice(0, -1)}`, /damaged: its end is missing/],
  [
    "an end of base64 within a key",
    `ssh-ed25519 ${ED25519.slice(0, 20)}====${ED25519.slice(24)}`,
    /is not written as base64/,
  ],
  [
    "a key that is not base64",
    `ssh-ed25519 ${ED25519.slice(0, -1)}!`,
    /damaged: the character 68 of its second field, !, is none/,
  ],
  [
    "an ellipsis in the key",
    `ssh-ed25519 AAAA…${ED25519.slice(30)} ada`,
    /the character 5 of its second field, …, is none/,
  ],
  [
    "a key with something after it",
    `ssh-ed25519 ${encode("ssh-ed25519", Buffer.alloc(32), "more")}`,
    /damaged: it contains more/,
  ],
  [
    "RSA with something after it",
    `ssh-rsa ${encode("ssh-rsa", Buffer.from([3]), Buffer.alloc(256, 255), "x")}`,
    /contains more/,
  ],
  ["RSA without a modulus", `ssh-rsa ${encode("ssh-rsa", Buffer.from([3]))}`, /damaged: its end is missing/],
  [
    "an Ed25519 key that is too short",
    `ssh-ed25519 ${encode("ssh-ed25519", Buffer.alloc(31))}`,
    /has 32 bytes, and it contains 31/,
  ],
  ["a key of nothing", `ssh-ed25519 ${encode("ssh-ed25519")}`, /has 32 bytes, and it contains 0/],
  [
    "a security key without its application",
    `sk-ssh-ed25519@openssh.com ${encode("sk-ssh-ed25519@openssh.com", Buffer.alloc(32, 7))}`,
    /damaged: the application of the security key is missing/,
  ],
  [
    "a compressed point",
    `ecdsa-sha2-nistp256 ${encode("ecdsa-sha2-nistp256", "nistp256", Buffer.alloc(33, 2))}`,
    /damaged: it contains no point of nistp256 of 65 bytes/,
  ],
  [
    "another curve inside",
    `ecdsa-sha2-nistp256 ${encode("ecdsa-sha2-nistp256", "nistp384", Buffer.alloc(65, 4))}`,
    /damaged: it says nistp256, but contains another curve/,
  ],
  ["another type inside", `ssh-rsa ${ED25519}`, /says ssh-rsa, but contains another/],
  ["RSA of 1024 bits", `ssh-rsa ${RSA_1024}`, /RSA key of 1024 bits.*at least 2048/],
])("%s is refused", (_what, text, problem) => {
  expect(sshKeyProblem(text)).toMatch(problem);
});

const LINE = `ssh-ed25519 ${ED25519} ada@example.com`;

test.each([
  ["two spaces between its fields", `ssh-ed25519  ${ED25519}  ada@example.com`],
  ["tabs between its fields", `ssh-ed25519\t${ED25519}\tada@example.com`],
  ["tabs and spaces", ` \tssh-ed25519 \t ${ED25519}\t  \tada@example.com\t `],
  ["a line end", `${LINE}\n`],
  ["a line end of Windows", `${LINE}\r\n`],
  ["an old line end, and empty lines", `\n\r\n${LINE}\r\n\r\n`],
  ["a byte order mark", `\ufeff${LINE}\r\n`],
  ["spaces that do not break", `ssh-ed25519\u00a0${ED25519}\u00a0ada@example.com`],
  ["its normal spelling", LINE],
])("a key with %s is stored in its normal spelling", (_what, public_key) => {
  expect(CreateSshKey.parse({ name: "ada", public_key }).public_key).toBe(LINE);
});

test("a comment keeps its words, without tabs, and a key without one ends with the key", () => {
  const stored = (public_key: string) => CreateSshKey.parse({ name: "ada", public_key }).public_key;
  expect(stored(`ssh-ed25519 ${ED25519}   Ada's\tlaptop,  März `)).toBe(`ssh-ed25519 ${ED25519} Ada's laptop,  März`);
  expect(stored(`ssh-ed25519\t${ED25519} \n`)).toBe(`ssh-ed25519 ${ED25519}`);
});
