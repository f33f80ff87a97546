import { randomBytes, randomUUID } from "node:crypto";

export const TLS_PORT = 16_514;

/** A network of four addresses, two of which are hosts: this machine and the started one. */
export function linkAddresses(): readonly [string, string] {
  const [third, fourth] = randomBytes(2);
  const base = ((fourth ?? 0) >> 2) << 2;
  // 169.254.0.0/24 and 169.254.255.0/24 are reserved (RFC 3927), and .169 is the metadata service.
  const block = `169.254.${1 + ((third ?? 0) % 160)}`;
  return [`${block}.${base + 1}`, `${block}.${base + 2}`];
}

/** The first process of a host. libvirtd is started again when it ends, as systemd does. */
export function startScript(folder: string, name: string, ovn: string): string {
  return `set -e
hostname ${name}
ip link set lo up
mount -t sysfs sys /sys
mount -t tmpfs lock /run/lock
mkdir -p /run/libvirt /var/lib/libvirt /var/log/libvirt /var/cache/libvirt
mount --bind ${folder}/etc /etc/libvirt
mount --bind ${folder}/var /var/lib/libvirt
mount --bind ${folder}/run /run/libvirt
mount --bind ${folder}/log /var/log/libvirt
mount --bind ${folder}/cache /var/cache/libvirt
mkdir -p /etc/pki
mount --bind ${folder}/pki/system /etc/pki
printf '127.0.0.1 localhost ${name}\\n' > ${folder}/hosts
mount --bind ${folder}/hosts /etc/hosts
if [ -e /dev/kvm ]; then
  touch ${folder}/no-kvm
  mount --bind ${folder}/no-kvm /dev/kvm
  mount -o remount,bind,ro /dev/kvm
fi
${ovn}virtlogd -p /run/libvirt/virtlogd.pid &
while :; do
  libvirtd --listen -p /run/libvirt/libvirtd.pid || true
  rm -f /run/libvirt/libvirt-sock /run/libvirt/libvirtd.pid
done
`;
}

export function daemonSettings(folder: string): string {
  return `host_uuid = "${randomUUID()}"
listen_tls = 1
tls_port = "${TLS_PORT}"
ca_file = "${folder}/pki/ca.crt"
cert_file = "${folder}/pki/server.crt"
key_file = "${folder}/pki/server.key"
tls_allowed_dn_list = ["CN=client", "CN=169.254.*"]
auth_unix_rw = "none"
auth_unix_ro = "none"
unix_sock_rw_perms = "0700"
log_outputs = "3:file:/var/log/libvirt/libvirtd.log"
`;
}

/** Cgroups are the whole machine's, so that two hosts would share them. */
export const qemuSettings = (folder: string) => `user = "root"
group = "root"
security_driver = "none"
remember_owner = 0
namespaces = []
cgroup_controllers = []
vnc_tls = 1
vnc_tls_x509_verify = 1
vnc_tls_x509_cert_dir = "${folder}/pki/vnc"
`;
