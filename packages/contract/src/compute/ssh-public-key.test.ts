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
    `sk-ecdsa-sha2-nistp256@openssh.com ${encode("sk-ecdsa-sha2-nistp256@openssh.com", "nistp256", Buffer.alloc(65, 4), "ssh:")}`,
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
  ["the type alone", "ssh-ed25519", /damaged/],
  ["a key that was cut", `ssh-ed25519 ${ED25519.slice(0, -4)}`, /damaged/],
  ["a key that is not base64", `ssh-ed25519 ${ED25519.slice(0, -1)}!`, /damaged/],
  ["a key with something after it", `ssh-ed25519 ${encode("ssh-ed25519", Buffer.alloc(32), "more")}`, /damaged/],
  ["an Ed25519 key that is too short", `ssh-ed25519 ${encode("ssh-ed25519", Buffer.alloc(31))}`, /damaged/],
  [
    "a compressed point",
    `ecdsa-sha2-nistp256 ${encode("ecdsa-sha2-nistp256", "nistp256", Buffer.alloc(33, 2))}`,
    /damaged/,
  ],
  [
    "another curve inside",
    `ecdsa-sha2-nistp256 ${encode("ecdsa-sha2-nistp256", "nistp384", Buffer.alloc(65, 4))}`,
    /damaged/,
  ],
  ["another type inside", `ssh-rsa ${ED25519}`, /says ssh-rsa, but contains another/],
  ["RSA of 1024 bits", `ssh-rsa ${RSA_1024}`, /RSA key of 1024 bits.*at least 2048/],
])("%s is refused", (_what, text, problem) => {
  expect(sshKeyProblem(text)).toMatch(problem);
});

test("the white space around a key is removed", () => {
  const public_key = ` ssh-ed25519 ${ED25519} ada\r\n`;
  expect(CreateSshKey.parse({ name: "ada", public_key }).public_key).toBe(public_key.trim());
});
