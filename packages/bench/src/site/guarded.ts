import { createServer } from "node:net";
import { networkInterfaces } from "node:os";
import { operationsEnded, until } from "@fulmar/testkit/stack";
import type { Place } from "../place.ts";
import { must } from "../story.ts";
import type { SiteInside } from "./server.ts";
import { answersPing, type Visitor } from "./visitor.ts";

const SECONDS = "2";

/**
 * Knocks from within a VM at what it must not reach: the host's own addresses, link-local addresses, and a VM of
 * others with its gateway. Each of them answers the host at the same moment, and the outside world answers the VM.
 */
export async function guarded(
  { rest, small }: Place,
  web: string,
  inside: SiteInside,
  visitor: Visitor,
): Promise<void> {
  const knock = async (address: string, port: number) =>
    (await inside.run(web, "busybox", "nc", "-w", SECONDS, address, String(port))) === 0;
  const stranger = await rest.ask("cloudVm.create", { ...small, name: "stranger" });
  await operationsEnded(rest, [stranger]);
  const found = () => inside.addressOf(stranger.vm_id);
  const theirs = (await until("an address of the other VM", found, (address) => address !== undefined)) ?? "";
  const serve = "busybox httpd -p 80 -h /etc";
  must((await inside.run(stranger.vm_id, "sh", "-c", serve)) === 0, "the other VM serves");
  await until("the other VM to answer the host", () => answersPing(theirs), Boolean);

  const host = createServer((socket) => socket.end());
  const door = await new Promise<number>((resolve) => {
    host.listen(0, "0.0.0.0", () => {
      const address = host.address();
      resolve(address !== null && typeof address === "object" ? address.port : 0);
    });
  });
  const beyond = await visitor.serve();
  try {
    must(await knock(beyond.address, beyond.port), "the VM reaches the outside world");
    const shut = [
      ...hostAddresses().map((address) => ({ address, port: door })),
      { address: beyond.linkLocal, port: beyond.port },
      { address: "169.254.169.254", port: 80 },
      { address: theirs, port: 80 },
    ];
    for (const { address, port } of shut) {
      must(!(await knock(address, port)), `the VM does not reach ${address}:${port}`);
      console.log(`          from the VM, nc ${address} ${port}: refused`);
    }
    must((await inside.run(web, "test", "!", "-e", "/dev/lxd/sock")) === 0, "the VM has no socket of the server");
    must((await inside.run(web, "sh", "-c", "resolvectl dns eth0 | grep -q '[0-9]'")) === 0, "the VM has a resolver");
  } finally {
    host.close();
    beyond.end();
  }
  await operationsEnded(rest, [await rest.ask("cloudVm.delete", { vm_id: stranger.vm_id })]);
}

/** All IPv4 addresses of the host, with the gateways of its bridges. */
function hostAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((addresses) =>
    (addresses ?? []).flatMap(({ family, internal, address }) => (family === "IPv4" && !internal ? [address] : [])),
  );
}
