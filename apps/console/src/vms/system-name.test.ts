import { expect, test } from "vitest";
import { systemName } from "./system-name.ts";

test.each([
  ["Debian", "Debian 13", "13"],
  ["Ubuntu", "Ubuntu 24.04 LTS", "24.04"],
  ["Windows Server", "Windows Server 2025", "2025"],
  ["Our own", "Our own", "7"],
  ["7", "7", "7"],
  ["Rolling", "Rolling", ""],
])("the system name is %s for an image named %s with version %s", (system, name, version) => {
  expect(systemName({ name, version })).toBe(system);
});
