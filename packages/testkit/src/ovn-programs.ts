// OVN with its datapath in user space, for a host whose kernel has no Open vSwitch.

export const OVN_PROGRAMS = ["ovsdb-server", "ovs-vswitchd", "ovs-vsctl", "ovn-northd", "ovn-controller", "ovn-nbctl"];
export const OVN_PACKAGES = "openvswitch-switch ovn-central ovn-host";
/** Appears in the host's folder when everything has started. */
export const OVN_READY = "ovn/ready";

/**
 * Starts the databases, the switch and the controller in a host's namespaces, as its packages do: the part of its start
 * script before libvirtd, which calls the switch. The network `uplink` is the bridge br-uplink, at which the host is
 * 198.51.100.1.
 * @param at where the northbound database listens by TLS with the host's certificates
 */
export function ovnScript(folder: string, name: string, at: { readonly host: string; readonly port: number }): string {
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
  return `mkdir -p /run/openvswitch /run/ovn /etc/openvswitch
mount --bind ${folder}/ovs /run/openvswitch
mount --bind ${folder}/ovn /run/ovn
mount --bind ${folder}/switch /etc/openvswitch
${database(`${folder}/switch/conf.db`, "/usr/share/openvswitch/vswitch.ovsschema", "switch", `punix:${folder}/ovs/db.sock`)}
${database(`${folder}/ovn/nb.db`, "/usr/share/ovn/ovn-nb.ovsschema", "nb", `punix:${folder}/ovn/ovnnb_db.sock`, `pssl:${at.port}:0.0.0.0`)} ${keys}
${database(`${folder}/ovn/sb.db`, "/usr/share/ovn/ovn-sb.ovsschema", "sb", `punix:${folder}/ovn/ovnsb_db.sock`)}
ovs-vsctl --no-wait init
ovs-vsctl --no-wait set open_vswitch . external-ids:system-id=${name} external-ids:hostname=${name} \\
  external-ids:ovn-remote=unix:${folder}/ovn/ovnsb_db.sock external-ids:ovn-encap-type=geneve \\
  external-ids:ovn-encap-ip=127.0.0.1 external-ids:ovn-bridge-mappings=uplink:br-uplink
${program("ovs-vswitchd", "vswitchd")} --disable-system --detach 2>/dev/null
for bridge in br-int br-uplink; do ovs-vsctl -t 20 add-br $bridge -- set bridge $bridge datapath_type=netdev; done
ovs-vsctl -t 20 set bridge br-int fail-mode=secure other-config:disable-in-band=true
ip address add 198.51.100.1/24 dev br-uplink
ip link set br-uplink up
${program(`ovn-northd --ovnnb-db=unix:${folder}/ovn/ovnnb_db.sock --ovnsb-db=unix:${folder}/ovn/ovnsb_db.sock`, "northd")} --detach
${program(`ovn-controller unix:${folder}/ovs/db.sock`, "controller")} --detach
touch ${folder}/${OVN_READY}
`;
}
