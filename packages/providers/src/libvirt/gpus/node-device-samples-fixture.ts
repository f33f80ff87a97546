// Devices of hosts as libvirt 9 describes them, written after its documentation and the schema of its own tests. Names
// are those of the PCI database.

export interface Sample {
  readonly address: string;
  readonly classCode: string;
  readonly vendor: readonly [id: string, name: string];
  readonly product: readonly [id: string, name: string];
  readonly driver?: string;
  /** The number of its group and the other members. */
  readonly group?: readonly [number: number, ...others: string[]] | undefined;
  /** Elements within the capability. */
  readonly more?: string;
}

const numbersOf = (address: string) => /^(....):(..):(..)\.(.)$/.exec(address)?.slice(1) ?? [];

/** The element that names a device in a list. */
export function addressElement(address: string): string {
  const [domain, bus, slot, fn] = numbersOf(address);
  return `<address domain='0x${domain}' bus='0x${bus}' slot='0x${slot}' function='0x${fn}'/>`;
}

/** The document of a PCI device. Numbers in it are decimal, and hexadecimal in lists. */
export function pciDocument({ address, classCode, vendor, product, driver, group, more = "" }: Sample): string {
  const [domain, bus, slot, fn] = numbersOf(address).map((part) => Number.parseInt(part, 16));
  const members = group?.slice(1).map((other) => addressElement(String(other))) ?? [];
  return `<device>
  <name>pci_${address.replaceAll(/[:.]/g, "_")}</name>
  <path>/sys/devices/pci0000:00/0000:00:01.0/${address}</path>
  <parent>pci_0000_00_01_0</parent>
  ${driver === undefined ? "" : `<driver>\n    <name>${driver}</name>\n  </driver>`}
  <capability type='pci'>
    <class>${classCode}</class>
    <domain>${domain}</domain>
    <bus>${bus}</bus>
    <slot>${slot}</slot>
    <function>${fn}</function>
    <product id='0x${product[0]}'${product[1] === "" ? "/>" : `>${product[1]}</product>`}
    <vendor id='0x${vendor[0]}'>${vendor[1]}</vendor>
    ${more}
    ${group === undefined ? "" : `<iommuGroup number='${group[0]}'>${addressElement(address)}${members.join("")}</iommuGroup>`}
    <numa node='0'/>
    <pci-express>
      <link validity='cap' port='0' speed='16' width='16'/>
      <link validity='sta' speed='16' width='16'/>
    </pci-express>
  </capability>
</device>
`;
}

/** The document of a mediated device. */
export function mediatedDocument(uuid: string, type: string, parent: string): string {
  const underscored = uuid.replaceAll("-", "_");
  const of = parent.replaceAll(/[:.]/g, "_");
  return `<device>
  <name>mdev_${underscored}_${of}</name>
  <path>/sys/devices/pci0000:00/${parent}/${uuid}</path>
  <parent>pci_${of}</parent>
  <driver>
    <name>nvidia-vgpu-vfio</name>
  </driver>
  <capability type='mdev'>
    <type id='${type}'/>
    <uuid>${uuid}</uuid>
    <parent_addr>${parent}</parent_addr>
    <iommuGroup number='112'/>
  </capability>
</device>
`;
}

const NVIDIA = ["10de", "NVIDIA Corporation"] as const;
const AMD = ["1002", "Advanced Micro Devices, Inc. [AMD/ATI]"] as const;
const MAKES_T4 = `<capability type='mdev_types'>
      <type id='nvidia-222'><name>GRID T4-1B</name><deviceAPI>vfio-pci</deviceAPI><availableInstances>0</availableInstances></type>
      <type id='nvidia-231'><name>GRID T4-2Q</name><deviceAPI>vfio-pci</deviceAPI><availableInstances>6</availableInstances></type>
    </capability>`;

/** One of each kind of card. */
export const SAMPLES = {
  h100: {
    ...{ address: "0000:17:00.0", classCode: "0x030200", vendor: NVIDIA, driver: "nvidia", group: [31] },
    product: ["2330", "GH100 [H100 SXM5 80GB]"],
  },
  rtx: {
    ...{ address: "0000:65:00.0", classCode: "0x030000", vendor: NVIDIA, group: [12, "0000:65:00.1", "0000:64:00.0"] },
    product: ["2684", "AD102 [GeForce RTX 4090]"],
    driver: "vfio-pci",
  },
  rtxSound: {
    ...{ address: "0000:65:00.1", classCode: "0x040300", vendor: NVIDIA, group: [12, "0000:65:00.0", "0000:64:00.0"] },
    product: ["22ba", "AD102 High Definition Audio Controller"],
    driver: "snd_hda_intel",
  },
  rtxPort: {
    ...{ address: "0000:64:00.0", classCode: "0x060400", group: [12, "0000:65:00.0", "0000:65:00.1"] },
    vendor: ["8086", "Intel Corporation"],
    product: ["352a", ""],
    driver: "pcieport",
    more: "<capability type='pci-bridge'/>",
  },
  mi210: {
    ...{ address: "0000:c1:00.0", classCode: "0x120000", vendor: AMD, group: [77] },
    product: ["740f", "Aldebaran/MI200 [Instinct MI210]"],
  },
  t4: {
    ...{ address: "0000:3b:00.0", classCode: "0x030200", vendor: NVIDIA, driver: "nvidia", group: [5], more: MAKES_T4 },
    product: ["1eb8", "TU104GL [Tesla T4]"],
  },
  board: {
    ...{ address: "0000:03:00.0", classCode: "0x030000", vendor: ["1a03", "ASPEED Technology, Inc."], group: [9] },
    product: ["2000", "ASPEED Graphics Family"],
    driver: "ast",
  },
} as const satisfies Readonly<Record<string, Sample>>;
