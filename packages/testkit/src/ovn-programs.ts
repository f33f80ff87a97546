// OVN with its datapath in user space, for a host whose kernel has no Open vSwitch.

export const OVN_PROGRAMS = ["ovsdb-server", "ovs-vswitchd", "ovs-vsctl", "ovn-northd", "ovn-controller", "ovn-nbctl"];
export const OVN_PACKAGES = "openvswitch-switch ovn-central ovn-host";
/** What runs: the databases and what translates between them, on the first host; the switch's database, and the rest. */
export type OvnProgram = "nb" | "sb" | "northd" | "switch" | "vswitchd" | "controller";
const SOUTHBOUND_PORT = 6_642;
/** Appears in the host's folder when everything has started. */
export const OVN_READY = "ovn/ready";

/**
 * Starts the databases, the switch and the controller in a host's namespaces, as its packages do: the part of its start
 * script before libvirtd, which calls the switch. The network `uplink` is the bridge br-uplink, at which the host with the
 * databases is 198.51.100.1.
 * @param databases the port of the northbound one, which listens by TLS with the host's certificates, or the host that
 * has them
 */
export function ovnScript(
  folder: string,
  name: string,
  databases: { readonly port: number } | { readonly of: string },
): string {
  const isFirst = "port" in databases;
  const program = (command: string, called: string) =>
    `${command} --pidfile=${folder}/ovs/${called}.pid --log-file=${folder}/log/${called}.log`;
  const database = (file: string, schema: string, called: string, ...remotes: readonly string[]) =>
    [
      `ovsdb-tool create ${file} ${schema}`,
      `${program(`ovsdb-server ${file} ${remotes.map((remote) => `--remote=${remote}`).join(" ")}`, called)} --detach`,
    ].join("\n");
  const keys = ["private-key=server.key", "certificate=server.crt", "ca-cert=ca.crt"]
    .map((pair) => pair.replace("=", `=${folder}/pki/`))
    .map((option) => `--${option}`)
    .join(" ");
  const switchSchema = "/usr/share/openvswitch/vswitch.ovsschema";
  const [northbound, southbound] = [`punix:${folder}/ovn/ovnnb_db.sock`, `punix:${folder}/ovn/ovnsb_db.sock`];
  const central = !isFirst
    ? ""
    : `${database(`${folder}/ovn/nb.db`, "/usr/share/ovn/ovn-nb.ovsschema", "nb", northbound, `pssl:${databases.port}:0.0.0.0`)} ${keys}
${database(`${folder}/ovn/sb.db`, "/usr/share/ovn/ovn-sb.ovsschema", "sb", southbound, `pssl:${SOUTHBOUND_PORT}:0.0.0.0`)} ${keys}
`;
  const remote = isFirst ? `unix:${folder}/ovn/ovnsb_db.sock` : `ssl:${databases.of}:${SOUTHBOUND_PORT}`;
  const uplink = !isFirst
    ? ""
    : `ovs-vsctl -t 20 add-br br-uplink -- set bridge br-uplink datapath_type=netdev
ip address add 198.51.100.1/24 dev br-uplink
ip link set br-uplink up
${program(`ovn-northd --ovnnb-db=unix:${folder}/ovn/ovnnb_db.sock --ovnsb-db=unix:${folder}/ovn/ovnsb_db.sock`, "northd")} --detach
`;
  return `mkdir -p /run/openvswitch /run/ovn /etc/openvswitch
mount --bind ${folder}/ovs /run/openvswitch
mount --bind ${folder}/ovn /run/ovn
mount --bind ${folder}/switch /etc/openvswitch
${database(`${folder}/switch/conf.db`, switchSchema, "switch", `punix:${folder}/ovs/db.sock`)}
${central}ovs-vsctl --no-wait init
ovs-vsctl --no-wait set open_vswitch . external-ids:system-id=${name} external-ids:hostname=${name} \\
  external-ids:ovn-remote=${remote} external-ids:ovn-encap-type=geneve \\
  external-ids:ovn-encap-ip=127.0.0.1${isFirst ? " external-ids:ovn-bridge-mappings=uplink:br-uplink" : ""}
${program("ovs-vswitchd", "vswitchd")} --disable-system --detach 2>/dev/null
ovs-vsctl -t 20 add-br br-int -- set bridge br-int datapath_type=netdev fail-mode=secure \\
  other-config:disable-in-band=true
${uplink}${program(`ovn-controller unix:${folder}/ovs/db.sock ${keys}`, "controller")} --detach
touch ${folder}/${OVN_READY}
`;
}
