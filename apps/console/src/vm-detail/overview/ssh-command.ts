/** The first user of the systems' cloud images, as their cloud-init creates it. */
const FIRST_USER: Readonly<Record<string, string>> = {
  almalinux: "almalinux",
  alpine: "alpine",
  centos: "centos",
  debian: "debian",
  fedora: "fedora",
  rocky: "rocky",
  ubuntu: "ubuntu",
};

/** The command that opens a shell in a VM; null for systems without a known first user and VMs without an address. */
export function sshCommand(vm: {
  readonly os_distro: string;
  readonly public_ip: string | null;
  readonly private_ip: string | null;
}): string | null {
  const user = FIRST_USER[vm.os_distro.toLowerCase()];
  const address = vm.public_ip ?? vm.private_ip;
  return user === undefined || address === null ? null : `ssh ${user}@${address}`;
}
