/** A site of the catalog. The first of the list is the default. */
export interface CatalogSite {
  readonly site_id: string;
  readonly name: string;
  readonly location: string;
  /** The provider that drives the site. */
  readonly provider: string;
}

/** A plan of the catalog. Its price is that of its SKU in the price list. */
export interface CatalogPlan {
  readonly plan_id: string;
  readonly name: string;
  readonly type: "cloud" | "gpu";
  readonly sku_code: string;
  readonly cpu: number;
  readonly ram_mb: number;
  readonly disk_gb: number;
  readonly gpu_model: string | null;
  readonly gpu_count: number;
  readonly site_ids: readonly string[];
}

export interface CatalogImage {
  readonly template_id: string;
  readonly name: string;
  readonly os_type: string;
  readonly os_distro: string;
  readonly version: string;
  readonly min_disk_gb: number;
  readonly site_ids: readonly string[];
}

/** The sites of a development installation. */
export const catalogSites: readonly CatalogSite[] = [
  { site_id: "site-ams-1", name: "Amsterdam 1", location: "Amsterdam, Netherlands", provider: "simulated" },
  { site_id: "site-fra-1", name: "Frankfurt 1", location: "Frankfurt, Germany", provider: "simulated" },
];

const everywhere = catalogSites.map((site) => site.site_id);
const gpuSites = ["site-fra-1"];

function cloudPlan(size: string, cpu: number, ramGb: number, diskGb: number): CatalogPlan {
  const ram_mb = ramGb * 1024;
  return {
    plan_id: `plan-${size}`,
    name: `Cloud ${size}`,
    type: "cloud",
    sku_code: `vm.${size}`,
    cpu,
    ram_mb,
    disk_gb: diskGb,
    gpu_model: null,
    gpu_count: 0,
    site_ids: everywhere,
  };
}

function gpuPlan(chip: string, count: number, cpu: number, ramGb: number, diskGb: number): CatalogPlan {
  const ram_mb = ramGb * 1024;
  return {
    plan_id: `plan-gpu-${chip.toLowerCase()}-${count}`,
    name: count === 1 ? `GPU ${chip}` : `GPU ${chip} x${count}`,
    type: "gpu",
    sku_code: `gpu.${chip.toLowerCase()}-${count}`,
    cpu,
    ram_mb,
    disk_gb: diskGb,
    gpu_model: `NVIDIA ${chip}`,
    gpu_count: count,
    site_ids: gpuSites,
  };
}

export const catalogPlans: readonly CatalogPlan[] = [
  cloudPlan("nano", 1, 1, 20),
  cloudPlan("small", 1, 2, 40),
  cloudPlan("medium", 2, 4, 80),
  cloudPlan("large", 4, 8, 160),
  cloudPlan("xlarge", 8, 16, 320),
  cloudPlan("2xlarge", 16, 32, 640),
  gpuPlan("L4", 1, 8, 32, 200),
  gpuPlan("L40S", 1, 16, 64, 400),
  gpuPlan("H100", 1, 24, 192, 800),
  gpuPlan("H100", 8, 192, 1536, 6400),
];

function linux(distro: string, name: string, version: string, minDiskGb: number): CatalogImage {
  return {
    template_id: `${distro}-${version}`,
    name,
    os_type: "linux",
    os_distro: distro,
    version,
    min_disk_gb: minDiskGb,
    site_ids: everywhere,
  };
}

export const catalogImages: readonly CatalogImage[] = [
  linux("debian", "Debian 13", "13", 10),
  linux("debian", "Debian 12", "12", 10),
  linux("ubuntu", "Ubuntu 24.04 LTS", "24.04", 10),
  linux("ubuntu", "Ubuntu 22.04 LTS", "22.04", 10),
  linux("rocky", "Rocky Linux 9", "9", 10),
  linux("alpine", "Alpine 3.22", "3.22", 5),
  {
    template_id: "windows-2025",
    name: "Windows Server 2025",
    os_type: "windows",
    os_distro: "windows",
    version: "2025",
    min_disk_gb: 40,
    site_ids: everywhere,
  },
];
