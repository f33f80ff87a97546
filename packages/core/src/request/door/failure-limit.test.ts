import { expect, test } from "vitest";
import { FailureLimiter, networkOf } from "./failure-limit.ts";

const REFUSAL = new Error("too many failures");
const AT = 1_000_000;
const WRONG = new Error("wrong credentials");
const wrong = () => Promise.reject(WRONG);
const right = async () => "a caller";

const limiter = () =>
  new FailureLimiter({ perSecond: 1, burst: 3, isFailure: (error) => error === WRONG, refuse: () => REFUSAL });

test("an address may fail as often as its burst, and then again as often as the rate gives back", async () => {
  const failures = limiter();
  for (const forged of ["a", "b", "c"])
    await expect(failures.check("192.0.2.1", forged, wrong, AT)).rejects.toBe(WRONG);
  await expect(failures.check("192.0.2.1", "d", right, AT)).rejects.toBe(REFUSAL);
  expect(await failures.check("192.0.2.2", "d", right, AT)).toBe("a caller");
  expect(await failures.check("192.0.2.1", "e", right, AT + 1000)).toBe("a caller");
});

test("parallel failures are counted before the first of them is known", async () => {
  const failures = limiter();
  let asked = 0;
  const ask = () => {
    asked++;
    return wrong();
  };
  const answers = await Promise.allSettled(
    Array.from({ length: 1000 }, (_, n) => failures.check("192.0.2.1", `forged ${n}`, ask, AT)),
  );
  expect(answers.filter((answer) => answer.status === "rejected" && answer.reason === REFUSAL)).toHaveLength(997);
  expect(asked).toBe(3);
});

test("valid credentials use nothing up, and pass while their address is refused", async () => {
  const failures = limiter();
  for (let sent = 0; sent < 10; sent++) expect(await failures.check("192.0.2.1", "mine", right, AT)).toBe("a caller");
  for (const forged of ["a", "b", "c"])
    await expect(failures.check("192.0.2.1", forged, wrong, AT)).rejects.toBe(WRONG);
  await expect(failures.check("192.0.2.1", "d", wrong, AT)).rejects.toBe(REFUSAL);
  for (let sent = 0; sent < 10; sent++) expect(await failures.check("192.0.2.1", "mine", right, AT)).toBe("a caller");
});

test("credentials that were valid and are no longer have a bucket of their own, for ten minutes", async () => {
  const failures = limiter();
  await failures.check("192.0.2.1", "revoked", right, AT);
  for (let sent = 0; sent < 3; sent++)
    await expect(failures.check("192.0.2.1", "revoked", wrong, AT)).rejects.toBe(WRONG);
  await expect(failures.check("192.0.2.1", "revoked", wrong, AT)).rejects.toBe(REFUSAL);
  expect(await failures.check("192.0.2.1", "other", right, AT)).toBe("a caller");
});

test("an error of the check is no failure", async () => {
  const failures = limiter();
  const away = new Error("the database is away");
  for (let sent = 0; sent < 10; sent++)
    await expect(failures.check("192.0.2.1", "mine", () => Promise.reject(away), AT)).rejects.toBe(away);
});

test.each([
  ["192.0.2.1", "192.0.2.1"],
  ["::ffff:192.0.2.1", "192.0.2.1"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0DB8:0001:0002:ffff::", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["2001:db8:1::2:3:4:5", "2001:db8:1:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["64:ff9b::192.0.2.1", "64:ff9b:0:0::/64"],
  ["1:2:3::4:5:192.0.2.1", "1:2:3:0::/64"],
  [undefined, "an unknown address"],
])("%s is counted as %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});
