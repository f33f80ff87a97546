import { expect, test } from "vitest";
import { libvirtKind } from "./libvirt-kind.ts";

const { signal } = new AbortController();
const uplink = {
  uplink: "uplink",
  uplink_gateway: "198.51.100.1/24",
  uplink_addresses: "198.51.100.200-198.51.100.250",
  uplink_chassis: "kvm1,kvm2",
};
const certificates = { client: { certificate: "C", key: "K" }, serverCertificate: "A" };
const complete = (options: object, url = "tls://KVM1.example.com") =>
  libvirtKind.completeOptions(
    {
      siteId: "site_1",
      endpoint: { url: libvirtKind.endpoint.parse(url), ...certificates },
      options: { cpu_model: "EPYC", ...options },
    },
    signal,
  );

test("the database is where the host is, unless it is named", async () => {
  expect(await complete({})).toMatchObject({ storage_pool: "fulmar", northbound: "ssl:kvm1.example.com:6641" });
  expect(await complete({}, "tls://[2001:db8::1]:16514")).toMatchObject({ northbound: "ssl:[2001:db8::1]:6641" });
  expect(await complete({}, "unix:///run/libvirt/libvirt-sock")).toMatchObject({
    northbound: "unix:/var/run/ovn/ovnnb_db.sock",
  });
  for (const northbound of ["ssl:h:6641", "SSL:h", "tcp:192.0.2.1:6641", "ssl:[2001:db8::1]:6641", "unix:/run/nb.sock"])
    expect(await complete({ northbound })).toMatchObject({ northbound });
});

test.each([
  "",
  "h:6641",
  "ssl:",
  "ssl:h:port",
  "ssl:h:6641/x",
  "ssl:a b",
  "https://h",
  "unix:nb.sock",
  "ssl:::1",
  "ssl:h:6641,ssl:i:6641",
])("a database at %j is refused", (northbound) => {
  expect(libvirtKind.options.safeParse({ northbound }).success).toBe(false);
});

test("a database by certificates needs those of the site, also where the endpoint is a socket", async () => {
  const named = { northbound: "ssl:ovn.example.com:6641" };
  const endpoint = { url: "unix:///run/libvirt/libvirt-sock" };
  const server = { siteId: "site_1", endpoint, options: { cpu_model: "EPYC", ...named } };
  await expect(libvirtKind.completeOptions(server, signal)).rejects.toMatchObject({
    ...{ code: "site_unfit", retryable: false, message: expect.stringContaining("give client_cert, client_key and") },
  });
  expect(await complete(named, endpoint.url)).toMatchObject(named);
});

test("an uplink is given whole, with addresses of its own network", async () => {
  expect(await complete(uplink)).toMatchObject(uplink);
  const { uplink_chassis: _, ...part } = uplink;
  const wrong = [
    part,
    { uplink: "uplink" },
    { ...uplink, uplink_addresses: "198.51.100.250-198.51.100.200" },
    { ...uplink, uplink_addresses: "198.51.99.200-198.51.100.250" },
    { ...uplink, uplink_addresses: "198.51.100.200-198.51.101.250" },
  ];
  for (const options of wrong)
    await expect(complete(options)).rejects.toMatchObject({ code: "site_unfit", retryable: false });
  const unreadable = {
    uplink_gateway: ["198.51.100.1", "198.51.100.1/33", "2001:db8::1/64"],
    uplink_addresses: ["198.51.100.200", "198.51.100.200 - 198.51.100.250", "a-b", "198.51.100.1-2-3"],
    uplink_chassis: ["", "kvm1,", ",kvm1", "kvm1, kvm2"],
    uplink: ["", "an uplink", "-uplink"],
  };
  for (const [option, values] of Object.entries(unreadable))
    for (const value of values)
      expect(libvirtKind.options.safeParse({ [option]: value }).success, `${option} ${value}`).toBe(false);
});

test("a pool is a folder by its absolute path, and its hosts are one unless they share it", async () => {
  expect(await complete({})).toMatchObject({ pool_shared: "no" });
  const shared = { pool_path: "/srv/fulmar-1/pool_2", pool_shared: "yes" };
  expect(await complete(shared)).toMatchObject(shared);
  const unreadable = {
    pool_path: [
      "",
      "/",
      "srv/fulmar",
      "/srv/../etc",
      "/srv/./x",
      "/srv//x",
      "/srv/x/",
      " /srv",
      "/srv/a b",
      "/srv/a'b",
    ],
    pool_shared: ["", "Yes", "true", " yes"],
  };
  for (const [option, values] of Object.entries(unreadable))
    for (const value of values)
      expect(libvirtKind.options.safeParse({ [option]: value }).success, `${option} ${value}`).toBe(false);
});

test("a site whose hosts share a folder is reached by addresses that its other hosts find, too", async () => {
  const shared = { pool_shared: "yes" };
  await expect(complete(shared, "unix:///run/libvirt/libvirt-sock")).rejects.toMatchObject({
    ...{ code: "site_unfit", retryable: false, message: expect.stringContaining("Add the site by tls://") },
  });
  await expect(complete({ ...shared, northbound: "unix:/run/nb.sock" })).rejects.toMatchObject({
    ...{ code: "site_unfit", retryable: false, message: expect.stringContaining("ssl:HOST:6641") },
  });
  const { hosts } = libvirtKind;
  const whyAlone = async (options: object) =>
    hosts?.whyAlone({ url: "tls://kvm1.example.com", options: await complete(options) });
  expect(await whyAlone({})).toContain("pool_shared");
  expect(await whyAlone(shared)).toBeUndefined();
  // A site of an earlier release.
  const options = { ...(await complete(shared)), northbound: "unix:/run/nb.sock" };
  const endpoint = { url: "tls://kvm1.example.com" };
  expect(() => hosts?.script({ siteId: "site_1", endpoint, options })).toThrow("northbound database by a socket");
});

test("disks in Ceph need a pool and its monitors, and a user that has a name", async () => {
  const ceph = { rbd_pool: "vms", rbd_monitors: "10.0.0.1,mon2.example.com:6789" };
  expect(await complete(ceph)).toMatchObject(ceph);
  for (const part of [{ rbd_pool: "vms" }, { rbd_monitors: "10.0.0.1" }, { rbd_user: "fulmar" }])
    await expect(complete(part)).rejects.toMatchObject({ code: "site_unfit", retryable: false });
  const unreadable = {
    rbd_pool: ["", "vms/one", "vms@one", "-vms"],
    rbd_monitors: ["", "10.0.0.1,", "10.0.0.1 10.0.0.2", "10.0.0.1:port", "v2:10.0.0.1", "10.0.0.1 --id=admin"],
    rbd_user: ["", "client.fulmar", "fulmar --key", "a:b"],
  };
  for (const [option, values] of Object.entries(unreadable))
    for (const value of values)
      expect(libvirtKind.options.safeParse({ [option]: value }).success, `${option} ${value}`).toBe(false);
});

test("the endpoint of another host is one that hosts reach", () => {
  const endpoint = libvirtKind.hosts?.endpoint;
  expect(endpoint?.parse(" TLS://KVM2.example.com:16514/ ")).toBe("tls://kvm2.example.com:16514");
  for (const url of ["unix:///run/libvirt/libvirt-sock", "tls://", "https://kvm2", "tls://kvm2/x", "kvm2:16514"])
    expect(endpoint?.safeParse(url).success, url).toBe(false);
});
