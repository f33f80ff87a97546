import { DNS_LIMITS } from "@fulmar/contract";
import { describe, expect, test } from "vitest";
import { DomainError } from "../request/domain-error.ts";
import { readZoneFile, writeZoneFile } from "./zone-file.ts";

const ZONE = "example.com";
const read = (text: string) =>
  readZoneFile(text, ZONE).sets.map(({ name, type, ttl, values }) => [name, type, ttl, ...values]);

describe("a master file", () => {
  test("is read as BIND writes it", () => {
    const text = `; a comment
$ORIGIN example.com.
$TTL 1h30m
@	IN SOA ns1.old.example. hostmaster.example.com. (
		2026030400 ; serial
		3h 1h 1w ; refresh, retry, expire
		300 )
	IN NS	ns1.old.example.
	IN NS	ns2.old.example.
	86400 IN MX 10 mail
	MX	20 mail.example.net.
www	300	A 203.0.113.7
	IN 60	A	203.0.113.8 ; the lower time holds
	AAAA	2001:DB8::7
Alias.example.com. CNAME www
$ORIGIN dev.example.com.
@	TXT "one ; no comment" "(two)"
api	SRV 0 5 443 api-1
long	TXT (
	"first"
	"second" )
`;
    expect(readZoneFile(text, ZONE).leftOut).toBe(3);
    expect(read(text)).toEqual([
      ["@", "MX", 5_400, "10 mail.example.com.", "20 mail.example.net."],
      ["www", "A", 60, "203.0.113.7", "203.0.113.8"],
      ["www", "AAAA", 5_400, "2001:db8::7"],
      ["alias", "CNAME", 5_400, "www.example.com."],
      ["dev", "TXT", 5_400, "one ; no comment(two)"],
      ["api.dev", "SRV", 5_400, "0 5 443 api-1.dev.example.com."],
      ["long.dev", "TXT", 5_400, "firstsecond"],
    ]);
  });

  test("that was written is read again as it was", () => {
    const sets = [
      { name: "*", type: "A", ttl: 1, values: ["203.0.113.7"] },
      { name: "@", type: "ALIAS", ttl: 60, values: ["www.example.org."] },
      { name: "@", type: "CAA", ttl: 60, values: ['0 issue "ca.example; a=1"', '128 iodef "mailto:a@b.example"'] },
      { name: "@", type: "MX", ttl: 60, values: ["0 ."] },
      { name: "_x._tcp", type: "SRV", ttl: 60, values: ["0 0 1 host.example.org."] },
      { name: "t", type: "TXT", ttl: 60, values: ['"\\"quote\\" \\\\ ;"', `( ${"é😀".repeat(200)}`, '""', " spaces "] },
    ] as const;
    const text = writeZoneFile(ZONE, ["ns1.example.net", "ns2.example.net"], sets);
    const { sets: again, leftOut } = readZoneFile(text, ZONE);
    expect(again.map(({ line: _, ...set }) => set)).toEqual(sets);
    expect(leftOut).toBe(2);
  });

  test.each([
    ["www A 203.0.113.7\nwww A 203.0.113\n", "line 1: the value must be an IPv4 address"],
    ["\n\nwww A\n", "line 3: the value must be an IPv4 address"],
    ["\n  A 203.0.113.7", "line 2: the first record has no name"],
    ["www\n", "line 1: the type is missing"],
    ["www HINFO x y", "line 1: the type HINFO is not known here"],
    ["www CH A 203.0.113.7", "line 1: the class CH is not known here"],
    ["www.example.org. A 203.0.113.7", "line 1: the name must be a name in the zone"],
    ["$INCLUDE /etc/passwd", "line 1: $INCLUDE is not known here"],
    ["$GENERATE 1-9 a A 203.0.113.$", "line 1: $GENERATE takes one word"],
    ["$TTL 1y", "line 1: the time to live must be from"],
    ["www 0 A 203.0.113.7", "line 1: the time to live must be from"],
    ["www 99999999999 A 203.0.113.7", "line 1: the time to live must be from"],
    ["a A 203.0.113.7\nb TXT ( x\n y\n", "line 2: its parentheses do not match"],
    ["a A 203.0.113.7\nb TXT x )\n", "line 2: its parentheses do not match"],
    ['a A 203.0.113.7\nb TXT "x\n', "line 2: its quotes do not match"],
    ["a CNAME b\na CNAME c\n", "line 1: the value must have one item"],
  ])("%j is refused by its line", (text, sentence) => {
    expect(() => read(text)).toThrow(sentence);
    expect(() => read(text)).toThrow(DomainError);
  });

  test("of the largest size is read, whatever it is made of", () => {
    const size = DNS_LIMITS.fileLength;
    for (const text of ["\n", " ", "(", '"', "\\", ";", "a ", "a\n", "é", "$", "@ TXT x\n", "((\n"]) {
      const file = text.repeat(Math.floor(size / text.length));
      try {
        readZoneFile(file, ZONE);
      } catch (error) {
        expect(error).toBeInstanceOf(DomainError);
      }
    }
  });
});
