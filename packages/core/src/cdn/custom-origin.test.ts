import { describe, expect, test } from "vitest";
import { customOriginProblem } from "./custom-origin.ts";
import { CdnDomain } from "./edge.ts";

const cdn = new CdnDomain({ publicCdnUrl: "https://cdn.fulmar.example" });

describe("customOriginProblem", () => {
  test.each([
    "https://origin.example.com",
    "https://origin.example.com:8443/files/",
    "https://8.8.8.8/",
    "https://172.15.255.255",
    "https://[2606:4700:4700::1111]/",
    "https://localhost.example.com",
    "https://origin.example.com:1024",
    "https://xn--bcher-kva.example.com/%2e%2e/",
    "HTTPS://Origin.Example.com/ü",
  ])("accepts %s", (url) => {
    expect(customOriginProblem(url, cdn)).toBeUndefined();
  });

  test.each([
    ["http://origin.example.com", "unencrypted"],
    ["ftp://origin.example.com", "another protocol"],
    ["origin.example.com", "not a URL"],
    ["https://", "no host"],
    ["https://user:secret@origin.example.com", "credentials"],
    ["https://origin.example.com/?a=b", "a query"],
    ["https://origin.example.com/#a", "a fragment"],
    ["https://origin.exam\tple.com", "white space that URL parsers remove"],
    ["https:\\\\10.0.0.1", "backslashes that URL parsers convert"],
    ["https://localhost", "this machine"],
    ["https://LOCALHOST.", "this machine, in capitals, with a root dot"],
    ["https://api.localhost", "this machine"],
    ["https://db.internal", "an internal name"],
    ["https://intranet", "a name without a domain"],
    ["https://127.0.0.1", "loopback"],
    ["https://2130706433", "loopback as one number"],
    ["https://0x7f.1", "loopback in hexadecimal"],
    ["https://0177.0.0.1", "loopback in octal"],
    ["https://10.1.2.3", "private"],
    ["https://172.31.0.1", "private"],
    ["https://192.168.1.1", "private"],
    ["https://169.254.169.254/latest/meta-data", "the metadata service"],
    ["https://100.64.0.1", "carrier-grade NAT"],
    ["https://0.0.0.0", "any address"],
    ["https://224.0.0.1", "multicast"],
    ["https://[::1]", "loopback"],
    ["https://[::]", "any address"],
    ["https://[::ffff:10.0.0.1]", "a mapped private address"],
    ["https://[fd00::1]", "unique local"],
    ["https://[fe80::1]", "link local"],
    ["https://[2002:0a00:0001::]", "6to4 of a private address"],
    ["https://[2001:db8::1]", "documentation"],
    ["https://[64:ff9b::a00:1]", "a private address behind NAT64"],
    ["https://[::10.0.0.1]", "an embedded private address"],
    ["https://abc.cdn.fulmar.example", "the CDN itself"],
    ["https://ABC.cdn.fulmar.example.", "the CDN itself, in capitals, with a root dot"],
    ["https://localhost..", "two root dots that hide the suffix"],
    ["https://a..example.com", "an empty label"],
    ["https://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ", "this machine in letters that URL parsers convert"],
    ["https://a。localhost", "a full stop that URL parsers convert"],
    ["https://%6c%6f%63alhost", "this machine, percent-encoded"],
    ["https://１０.0.0.1", "a private address in full-width digits"],
    ["https://10.0.0.1.", "a private address with a root dot"],
    ["https://printer.test", "a reserved top-level domain"],
    ["https://bücher.example.com", "a host that is not in ASCII"],
    ["https://bücher.example.com.:8443/", "a host that is not in ASCII, with a root dot"],
    ["https://origin。example.com", "a full stop that URL parsers convert"],
    ["https:bücher.example.com", "a host that is not in ASCII, without slashes"],
    ["https://origin.example.com.", "a root dot"],
    ["https://origin.example.com:22", "the port of another protocol"],
    ["https://8.8.8.8:25", "the port of another protocol"],
  ])("refuses %s: %s", (url) => {
    expect(customOriginProblem(url, cdn)).toMatch(/^must /);
  });

  test.each([
    ["https://bücher.example.com/ü", "must have a host that is written in ASCII, as xn--bcher-kva.example.com"],
    ["https://ORIGIN.example.com.:8443", "must have a host that is written without the dot at its end"],
    ["https://bücher.localhost", "must have a public host, not a private, local or reserved one"],
  ])("says of %s: %s", (url, sentence) => {
    expect(customOriginProblem(url, cdn)).toBe(sentence);
  });
});
