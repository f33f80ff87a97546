// Written by `npm run describe` from what the database says of each statement (docs/adr/0029). Do not edit.
export interface WorkStatements {
  site_connection: {
    values: readonly [string | null];
    row: {
      site_id: string;
      endpoint: string;
      project: string;
      storage_pool: string;
      network: string;
      uplink: string | null;
      instance_type: "container" | "virtual-machine";
      client_certificate: string | null;
      client_key_sealed: Buffer | null;
      server_certificate: string | null;
      revision: number;
    };
  };
  site_providers: {
    values: readonly [];
    row: {
      provider: string;
    };
  };
  tombstone_forget: {
    values: readonly [string | null, string | null, readonly (string | null)[] | null];
    row: {};
  };
  tombstone_page: {
    values: readonly [string | null, string | null, string | null];
    row: {
      resource_id: string;
      vm_id: string | null;
    };
  };
}
