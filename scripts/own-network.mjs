// Runs a command in a network of its own: a loopback, and an interface that leads nowhere.
import { spawnSync } from "node:child_process";

/** Chromium calls itself offline where there is nothing but a loopback. The address is one for documentation (RFC 5737). */
const SET_UP = `set -e
ip link set lo up
ip link add uplink type veth peer name nowhere
ip address add 192.0.2.1/24 dev uplink
ip link set uplink up
ip link set nowhere up
exec "$@"`;

/**
 * Chromium ends its requests with ERR_NETWORK_CHANGED whenever an address of the machine changes, and the walk over
 * real machines makes bridges meanwhile. Only root can make either.
 * @returns the command to start, as `[program, args]`: as it was, where a network of its own cannot be made
 */
export function inOwnNetwork(program, args) {
  const wrapped = (command) => ["unshare", ["--net", "sh", "-c", SET_UP, "sh", ...command]];
  const trial = spawnSync(...wrapped(["true"]), { stdio: "ignore" });
  return trial.status === 0 ? wrapped([program, ...args]) : [program, args];
}
