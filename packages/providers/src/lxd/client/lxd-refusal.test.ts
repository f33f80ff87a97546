import { expect, test } from "vitest";
import { isNotFound, LxdRefusal } from "./lxd-refusal.ts";

test.each([
  [400, "Failed creating instance record: no space left on device", "site_full", false],
  [400, "Not enough uid/gid available for the container", "site_full", false],
  [400, "Instance is busy running a start operation", "provider_unavailable", true],
  [400, "Failed shutting down instance: context deadline exceeded", "provider_unavailable", true],
  [
    400,
    "Create instance from copy: readdirent /pool/rootfs/usr/share: bad file descriptor",
    "provider_unavailable",
    true,
  ],
  [
    400,
    "Failed to handle idmapped storage: Failed to change ownership of: /pool/containers/web/rootfs/etc/motd",
    "provider_unavailable",
    true,
  ],
  [
    400,
    "Create instance from copy: readdirent /pool/containers/web/rootfs/tmp/namespace-dev-iLSVZM: no such file or directory",
    "provider_unavailable",
    true,
  ],
  [500, "dial unix /proc/self/fd/65/forkfile.sock: connect: no such file or directory", "provider_unavailable", true],
  [500, 'Failed to fetch from "profile_config" table: sql: Rows are closed', "provider_unavailable", true],
  [500, "Failed to begin transaction: no available dqlite leader server found", "provider_unavailable", true],
  [500, "Failed to fetch instance: sql: no rows in result set", "provider_refused", false],
  [400, "Failed to run: /opt/rescue: no such file or directory", "provider_refused", false],
  [
    500,
    "Failed to create instance update operation: A matching non-reusable operation has now succeeded",
    "provider_unavailable",
    true,
  ],
  [400, "Invalid devices", "provider_refused", false],
  [403, "not authorized", "site_unauthorized", false],
  [412, "ETag doesn't match", "provider_unavailable", true],
  [500, "Missing event connection with target cluster member", "provider_unavailable", true],
  [503, "LXD is shutting down", "provider_unavailable", true],
])('status %d with "%s" becomes %s, retryable %s', (status, reason, code, retryable) => {
  const refusal = new LxdRefusal(status, reason);
  expect(refusal).toMatchObject({ status, code, retryable });
  // The server's own message is for the log, not for users.
  expect(refusal.message).not.toContain(reason);
  expect(String(refusal.cause)).toContain(reason);
});

test("isNotFound recognizes only a 404 of the server", () => {
  expect(isNotFound(new LxdRefusal(404, "Instance not found"))).toBe(true);
  expect(isNotFound(new LxdRefusal(400, "not found"))).toBe(false);
  expect(isNotFound(new Error("404"))).toBe(false);
});
