// Written by `npm run generate` from what the database says of each statement (docs/adr/0029). Do not edit.
export interface CatalogStatements {
  catalog_close_simulated: {
    values: Record<never, never>;
    row: {};
  };
  catalog_images: {
    values: Record<never, never>;
    row: {
      template_id: string;
      name: string;
      os_type: string;
      os_distro: string;
      version: string;
      min_disk_gb: number;
      retired: boolean;
    };
  };
  catalog_insert_images: {
    values: {
      readonly site_ids: readonly string[];
      readonly images: string;
    };
    row: {};
  };
  catalog_insert_plans: {
    values: {
      readonly plans: string;
    };
    row: {};
  };
  catalog_insert_prices: {
    values: {
      readonly prices: string;
    };
    row: {};
  };
  catalog_offers: {
    values: Record<never, never>;
    row: {
      kind: "plan" | "image";
      id: string;
      name: string;
      sites: number;
      retired_at: Date | null;
      position: number;
      vms: number;
    };
  };
  catalog_plans: {
    values: Record<never, never>;
    row: {
      plan_id: string;
      name: string;
      family: "shared" | "dedicated" | "memory" | "gpu";
      sku_code: string;
      cpu: number;
      ram_mb: number;
      disk_gb: number;
      gpu_model: string | null;
      gpu_count: number;
      site_ids: string[];
      organization_ids: string[] | null;
      retired: boolean;
    };
  };
  catalog_products: {
    values: Record<never, never>;
    row: {
      sku_code: string;
      hourly_price: string | null;
      monthly_cap: string | null;
      free_quantity: string | null;
    };
  };
  catalog_seed_sites: {
    values: {
      readonly catalog_sites: string;
    };
    row: {};
  };
  catalog_show_prices: {
    values: {
      readonly prices: string;
    };
    row: {};
  };
  catalog_sites: {
    values: Record<never, never>;
    row: {
      site_id: string;
      name: string;
      provider: string;
    };
  };
  catalog_update_image: {
    values: {
      readonly name: string;
      readonly os_type: string;
      readonly os_distro: string;
      readonly version: string;
      readonly min_disk_gb: number;
      readonly retired: boolean;
      readonly template_id: string;
    };
    row: {};
  };
  catalog_update_plan: {
    values: {
      readonly name: string;
      readonly family: string | null;
      readonly site_ids: readonly string[];
      readonly retired: boolean;
      readonly plan_id: string;
    };
    row: {};
  };
  image_set_retired: {
    values: {
      readonly retired: boolean;
      readonly id: string;
    };
    row: {
      name: string;
      retired_at: Date | null;
    };
  };
  plan_list: {
    values: {
      readonly site_id: string | null;
      readonly organization_id: string;
      readonly position: number;
      readonly type: "cloud" | "gpu" | null;
      readonly limit: bigint | number;
    };
    row: {
      plan_id: string;
      name: string;
      type: "cloud" | "gpu";
      family: "shared" | "dedicated" | "memory" | "gpu";
      sku_code: string;
      cpu: number;
      ram_mb: number;
      disk_gb: number;
      gpu_model: string | null;
      gpu_count: number;
      hourly_price: string | null;
      monthly_price: string | null;
      currency: string | null;
      site_ids: string[];
      available: boolean;
      position: number;
    };
  };
  plan_set_retired: {
    values: {
      readonly retired: boolean;
      readonly id: string;
    };
    row: {
      name: string;
      retired_at: Date | null;
    };
  };
  set_up_read: {
    values: Record<never, never>;
    row: {
      has_site: boolean;
      has_plan: boolean;
      has_image: boolean;
      plan_sites: string[];
      plan_prices: string[];
      product_prices: string[];
      has_seller: boolean;
    };
  };
  site_for_new: {
    values: {
      readonly site_id: string;
    };
    row: {
      unsupported: string[];
      closed_at: Date | null;
    };
  };
  site_list: {
    values: {
      readonly organization_id: string;
      readonly position: number;
      readonly limit: bigint | number;
    };
    row: {
      site_id: string;
      name: string;
      location: string;
      has_dedicated_hosts: boolean;
      architectures: string[] | null;
      firmware: string[] | null;
      position: number;
    };
  };
}
