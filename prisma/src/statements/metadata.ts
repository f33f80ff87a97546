// Written by `npm run generate` from what the database says of each statement (docs/adr/0029). Do not edit.
export interface MetadataStatements {
  metadata_machine: {
    values: {
      readonly vm_id: string;
      readonly site_id: string;
    };
    row: {
      vm_id: string;
      name: string;
      workspace_id: string;
      site_id: string;
      site_name: string;
      location: string;
      plan_id: string;
      template_id: string;
      tags: string[];
      ssh_keys: (string | null)[];
      user_data: string | null;
      sealed_user_data: Buffer | null;
      public_ip: string | null;
      private_ip: string | null;
      created_at: Date;
      nodes: ({ address: string; id: string; vpcId: string; cidr: string; ipv6: string | null; name: string | null })[] | null;
    };
  };
  metadata_site: {
    values: {
      readonly site_id: string;
    };
    row: {
      provider: string;
    };
  };
}
