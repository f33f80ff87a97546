import { expect, test } from "vitest";
import { firstPerson } from "./first-person.ts";

const PASSWD = `root:x:0:0:root:/root:/bin/bash
nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin
second:x:1001:1001::/home/second:/bin/bash
debian:x:1000:1000:Debian,,,:/home/debian:/bin/bash
`;

test("firstPerson returns the person with the lowest user id", () => {
  expect(firstPerson(PASSWD)).toEqual({ user: "debian", uid: 1000, gid: 1000, home: "/home/debian" });
});

test("firstPerson returns undefined when there are only system users", () => {
  expect(firstPerson("root:x:0:0:root:/root:/bin/bash\n\n")).toBeUndefined();
});
