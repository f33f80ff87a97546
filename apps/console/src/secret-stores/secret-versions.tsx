"use client";

import { Plus } from "lucide-react";
import { useState } from "react";
import { onDemand } from "@/client/on-demand.tsx";
import { useList } from "@/client/use-list.ts";
import { Button } from "@/components/button.tsx";
import { DataTable } from "@/components/data-table.tsx";
import { Section } from "@/components/facts.tsx";
import { PagedRows } from "@/components/resource-list.tsx";
import { useSecret } from "./secret-frame.tsx";
import { type SecretPath, secretVersionList } from "./secret-queries.ts";
import { versionColumns } from "./version-columns.tsx";

const NewVersion = onDemand(async () => (await import("./new-version.tsx")).NewVersion);

/** The versions of a secret, without their values. */
export function SecretVersions(path: SecretPath) {
  const { secret, store, writeRefusal } = useSecret();
  const [creating, setCreating] = useState(false);
  const { query, pages } = useList(secretVersionList, path);
  return (
    <Section
      title="Versions"
      lead={
        <>
          Programs get the latest version unless they ask for another. The value of a disabled version is not returned;
          a destroyed one is permanently erased.
        </>
      }
      actions={
        <Button look="primary" refusal={writeRefusal} onClick={() => setCreating(true)}>
          <Plus className="size-4" aria-hidden />
          New version
        </Button>
      }
    >
      <PagedRows query={query} pages={pages}>
        {(items) => (
          <DataTable
            label="List of versions"
            columns={versionColumns}
            rows={items}
            keyOf={({ version }) => String(version)}
          />
        )}
      </PagedRows>
      {creating && <NewVersion secret={secret} storeId={store.id} onClose={() => setCreating(false)} />}
    </Section>
  );
}
