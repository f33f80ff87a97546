import { X509Certificate } from "node:crypto";
import type { SiteServer } from "../../ports/provider-kind.ts";
import { optionsOf, StoredOptions } from "./site-options.ts";

/**
 * A shell script for Debian 12 that makes a machine ready to be a host of the site. It may run again, also on hosts that
 * the site has: they let in the ones that it names.
 */
export function hostScript(server: SiteServer): string {
  const { endpoint, otherHosts, pool, poolPath, uplink, screens, ceph, tpm } = optionsOf(server);
  const { northbound } = StoredOptions.parse(server.options);
  const peers = [endpoint, ...otherHosts].map(({ url }) => `CN=${new URL(url).hostname.replace(/^\[|\]$/g, "")}`);
  const allowed = [...clientNames(endpoint), ...peers].map((name) => JSON.stringify(name)).join(", ");
  return `#!/bin/sh
# Makes a machine with Debian 12 ready to be a host of a site of Fulmar. Run it as root, again after each change, and on
# all hosts of the site after one was added, so that they let each other in.
#
# Beside it there have to be ca.crt, the certificate of the site's authority, host.crt and host.key. The authority signs
# host.crt for servers and for clients, since hosts call each other when VMs move. Its subject is the name of the host as
# its endpoint has it, such as CN=kvm2.example.com, and nothing else; its subjectAltName has the same.
# The hosts reach each other at the TCP ports 16514 and 49152 to 49215 and the UDP port 6081, and the one with OVN's
# databases at the TCP port 6642. What moves between hosts is not encrypted: let nobody else reach their network.
set -eu

for file in ca.crt host.crt host.key; do
  [ -s "$file" ] || { echo "There is no $file beside this script." >&2; exit 1; }
done

# The folder that all hosts of the site share has to be mounted here, and by /etc/fstab again after each start, such as
#   storage.example.com:/fulmar ${poolPath} nfs4 hard,lookupcache=positive,_netdev 0 0
# exported with no_root_squash. The site has marked it.
ls ${quoted(poolPath)}/fulmar.site.record-*.json > /dev/null 2>&1 || {
  echo "Mount the folder of the pool ${pool} at ${poolPath} first: it is not the site's." >&2
  exit 1
}

export DEBIAN_FRONTEND=noninteractive
apt-get install -y --no-install-recommends libvirt-daemon-system libvirt-clients qemu-system-x86 qemu-utils ovmf \\
  openvswitch-switch ovn-host openssl iproute2${ceph === null ? "" : " qemu-block-extra"}${tpm ? " swtpm swtpm-tools" : ""}

install -D -m 0644 ca.crt /etc/pki/CA/cacert.pem
install -D -m 0644 host.crt /etc/pki/libvirt/servercert.pem
install -D -m 0600 host.key /etc/pki/libvirt/private/serverkey.pem
# By these it calls the other hosts.
install -D -m 0644 host.crt /etc/pki/libvirt/clientcert.pem
install -D -m 0600 host.key /etc/pki/libvirt/private/clientkey.pem
install -D -m 0644 ca.crt /etc/openvswitch/ca.crt
install -D -m 0644 host.crt /etc/openvswitch/host.crt
install -D -m 0600 host.key /etc/openvswitch/host.key

# Puts a setting into a file in place of the former one.
setting() {
  grep -v "^$2 *=" "$1" > "$1.new" || true
  printf '%s = %s\\n' "$2" "$3" >> "$1.new"
  cat "$1.new" > "$1"
  rm "$1.new"
}
own=$(openssl x509 -in host.crt -noout -subject -nameopt RFC2253 | sed 's/^subject= *//')
setting /etc/libvirt/libvirtd.conf tls_allowed_dn_list ${quoted(`[${allowed}, "`)}"$own"'"]'
${screens === "tls" ? SCREENS : ""}systemctl stop libvirtd.service libvirtd.socket libvirtd-ro.socket libvirtd-admin.socket
systemctl enable --now libvirtd-tls.socket libvirtd.socket libvirtd-ro.socket libvirtd-admin.socket
systemctl start libvirtd.service

${ovnPart(northbound, uplink?.network)}`;
}

const SCREENS = `install -D -m 0644 ca.crt /etc/pki/libvirt-vnc/ca-cert.pem
install -D -m 0644 host.crt /etc/pki/libvirt-vnc/server-cert.pem
install -D -m 0640 -g libvirt-qemu host.key /etc/pki/libvirt-vnc/server-key.pem
setting /etc/libvirt/qemu.conf vnc_tls 1
setting /etc/libvirt/qemu.conf vnc_tls_x509_verify 1
`;

/** The databases are at one host, whose controller and the others' call the southbound one. */
function ovnPart(northbound: string, uplink: string | undefined): string {
  const [scheme = "ssl", ...rest] = northbound.split(":");
  const central = rest.join(":").replace(/:\d+$/, "");
  const bridge = `br-${uplink}`;
  const mapping = `
# The card without an address in the network outside, such as UPLINK_CARD=eth1 ./prepare-host.sh
ovs-vsctl --may-exist add-br ${quoted(bridge)}
[ -z "\${UPLINK_CARD:-}" ] || ovs-vsctl --may-exist add-port ${quoted(bridge)} "$UPLINK_CARD"
ovs-vsctl set open . external-ids:ovn-bridge-mappings=${quoted(`${uplink}:${bridge}`)}
`;
  return `# OVN's databases are at ${central}. There, once:
#   ovn-sbctl set-ssl host.key host.crt ca.crt; ovn-sbctl set-connection pssl:6642
central=${quoted(central)}
address=$(getent ahostsv4 "$central" | awk 'NR == 1 { print $1 }')
[ -n "$address" ] || { echo "There is no address of $central, which has the databases of OVN." >&2; exit 1; }
own_address=$(ip -o route get "$address" | sed -n 's/.* src \\([^ ]*\\).*/\\1/p')
ovs-vsctl set-ssl /etc/openvswitch/host.key /etc/openvswitch/host.crt /etc/openvswitch/ca.crt
ovs-vsctl set open . external-ids:ovn-remote="${scheme.toLowerCase()}:$central:6642" \\
  external-ids:ovn-encap-type=geneve external-ids:ovn-encap-ip="$own_address"
systemctl enable --now ovn-controller.service 2> /dev/null || systemctl enable --now ovn-host.service
${uplink === undefined ? "" : mapping}echo "Ready. Now add the host to its site, and run this script again on the others."
`;
}

/** The subjects that libvirt compares, of the certificate that workers show. */
function clientNames({ client }: SiteServer["endpoint"]): string[] {
  if (client === undefined) return [];
  return [new X509Certificate(client.certificate).subject.split("\n").join(",")];
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
