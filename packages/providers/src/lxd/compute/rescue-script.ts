/**
 * The init of a container in rescue mode, for any shell: it is on the network, lets root in by SSH with the keys that
 * are there, gives the console a shell, and waits to be ended.
 * @param gateway the bridge's address with its prefix
 */
export function rescueScript(address: string | null, gateway: string): string {
  const [router, prefixLength] = gateway.split("/");
  const network =
    address === null || prefixLength === undefined
      ? []
      : [`ip address add ${address}/${prefixLength} dev eth0`, `ip route add default via ${router}`];
  return `${[
    "#!/bin/sh",
    "export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    "trap 'exit 0' PWR TERM INT",
    "mount -o remount,rw / 2>/dev/null",
    "mount -t tmpfs tmpfs /run 2>/dev/null",
    "ip link set lo up",
    "ip link set eth0 up",
    ...network,
    "mkdir -p /run/sshd /dev/pts",
    "[ -x /usr/sbin/sshd ] && /usr/sbin/sshd -f /dev/null -o PermitRootLogin=prohibit-password -o UsePAM=no",
    "(while :; do setsid /bin/sh -l </dev/console >/dev/console 2>&1; sleep 1; done) &",
    "while :; do sleep 3600 & wait $!; done",
  ].join("\n")}\n`;
}
