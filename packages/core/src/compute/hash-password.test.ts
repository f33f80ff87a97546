import { expect, test } from "vitest";
import { hashPassword } from "./hash-password.ts";

// The output of `openssl passwd -6 -salt …`.
test.each([
  [
    "Hello world!",
    "saltstring",
    "$6$saltstring$svn8UoSVapNtMuq1ukKS4tPQd8iKwSMHWjl/O817G3uBnIFNjnQJuesI68u4OTLiBFdcbYEdFCoEOfaS35inz1",
  ],
  ["twelve chars", "a", "$6$a$HClbjRARzfRNqclD/qCcoczrHD86v1ux3hhZxWR1ZJhoipmM/g6hAtbob.6D1g4.xPRZxQaTUQY/Mn8fS.MCj0"],
  [
    "correct horse battery staple, and some more so that it is longer than sixty-four bytes",
    "./0123456789ABCD",
    "$6$./0123456789ABCD$8BauGdfz9wGo6N9hsH0I0ctpSXiQy4Gv5amHhYj2.wcpHRbFvbSaxgPe6V2BDXYEFe0vj3uvgBivagLbyaHQx.",
  ],
  ["pässwörter", "zz", "$6$zz$wt.rom5FSjo.Vgw6mtgx.2f4AIp4ZjK403k1gndcr2JBXdUOOH1tgnsyK04dwhh7k1tj7RLSfP3SMo/inetoI0"],
])("hashPassword of %j matches openssl passwd -6", async (password, salt, hash) => {
  expect(await hashPassword(password, salt)).toBe(hash);
});

test("each hash gets a random salt from crypt's alphabet", async () => {
  const hashes = await Promise.all(Array.from({ length: 10 }, () => hashPassword("correct horse")));
  expect(new Set(hashes).size).toBe(10);
  for (const hash of hashes) expect(hash).toMatch(/^\$6\$[./0-9A-Za-z]{16}\$[./0-9A-Za-z]{86}$/);
});
