// How a site that is added walls its guests off, with a double of LXD's API.
import { type LxdDouble, startLxdDouble } from "@fulmar/testkit";
import { afterEach, expect, test } from "vitest";
import { cliFixture } from "./cli-fixture.ts";

const cli = cliFixture();
const servers: LxdDouble[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function serverWith(driver: string): Promise<LxdDouble> {
  const server = await startLxdDouble(driver);
  servers.push(server);
  return server;
}

let sites = 0;
function add({ endpoint }: LxdDouble, ...more: string[]) {
  const name = `Own ${++sites}`;
  return cli().answer([
    ...["admin", "site", "add", "--name", name, "--provider", "lxd", "--endpoint", endpoint, ...more],
  ]);
}

const check = (site: unknown, ...more: string[]) =>
  cli().answer(["admin", "site", "check", "--site", String(site), ...more]);

test("VMs are virtual machines where the server runs them, without a warning", async () => {
  const server = await serverWith("lxc | qemu");
  const added = await add(server);
  expect(added).toMatchObject({ server: "lxd 5.0.2", instance_type: "virtual-machine", warnings: [] });
  const { site_id } = added;
  const { instance_type } = await cli().database.prisma.siteConnection.findUniqueOrThrow({
    where: { site_id: String(site_id) },
  });
  expect(instance_type).toBe("virtual-machine");
  const { sites: listed } = await cli().answer(["admin", "site", "list"]);
  expect(listed).toContainEqual(expect.objectContaining({ site_id, instance_type: "virtual-machine" }));
});

test("containers are chosen where the server runs nothing else, and warned of", async () => {
  const server = await serverWith("lxc");
  const { site_id, instance_type, warnings } = await add(server);
  expect(instance_type).toBe("container");
  expect(warnings).toEqual([expect.stringContaining("the server cannot run virtual machines")]);
  server.driver = "lxc | qemu";
  expect((await check(site_id)).warnings).toEqual([expect.stringContaining("the server can run virtual machines")]);
  const seen = await cli().database.prisma.siteCapacity.findUniqueOrThrow({ where: { site_id: String(site_id) } });
  expect(seen).toMatchObject({ instance_type: "container", warnings: [expect.stringContaining("host's kernel")] });
});

test("an instance type that the server does not run is refused", async () => {
  const { endpoint } = await serverWith("lxc");
  const { code, stderr } = await cli().fulmar([
    ...["admin", "site", "add", "--name", "Refused", "--provider", "lxd", "--endpoint", endpoint],
    ...["--instance-type", "virtual-machine"],
  ]);
  expect(code).toBe(1);
  expect(stderr).toContain("The server cannot run virtual-machines here: it has no qemu");
});

test("the project is made restricted; one of an earlier version is warned of until --restrict restricts it", async () => {
  const server = await serverWith("lxc | qemu");
  const features = { "features.images": "true" };
  const { site_id } = await add(server);
  expect(server.stored.get("projects/fulmar")?.config).toMatchObject({
    ...{ restricted: "true", "restricted.devices.nic": "managed", "restricted.containers.nesting": "block" },
  });
  server.stored.set("projects/fulmar", { name: "fulmar", config: features });
  expect((await check(site_id)).warnings).toEqual([
    expect.stringMatching(/^The project fulmar is not restricted .*restricted=true.*--restrict\.$/),
  ]);
  expect((await check(site_id, "--restrict")).warnings).toEqual([]);
  expect(server.stored.get("projects/fulmar")?.config).toMatchObject({ ...features, restricted: "true" });
});
