"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/client/trpc.ts";
import { CheckOption } from "@/components/check-option.tsx";
import { FieldMessage, SelectField } from "@/components/field.tsx";

/** The hosts that maintenance is about, one site's at a time. */
export function HostChoice({
  chosen,
  onChoose,
  error,
}: {
  chosen: readonly string[];
  onChoose: (chosen: readonly string[]) => void;
  error: string | undefined;
}) {
  const trpc = useTRPC();
  const { data: sites } = useQuery(trpc.operatorSite.list.queryOptions());
  const [siteId, setSiteId] = useState("");
  const { data: hosts } = useQuery({
    ...trpc.operatorHost.list.queryOptions({ site_id: siteId }),
    enabled: siteId !== "",
  });
  const shown = siteId === "" ? [] : (hosts ?? []);
  const elsewhere = chosen.filter((id) => !shown.some(({ host_id }) => host_id === id));
  const without = (id: string) => chosen.filter((other) => other !== id);
  return (
    <fieldset className="space-y-2">
      <legend className="mb-1.5 font-medium">Hosts</legend>
      <p className="text-ink-muted text-xs">
        Customers learn that their VM is touched, never the name of a host. Without sites and hosts, every VM is
        touched.
      </p>
      <SelectField label="Hosts of" value={siteId} onChange={(event) => setSiteId(event.currentTarget.value)}>
        <option value="">Choose a site</option>
        {sites?.map(({ site_id, name }) => (
          <option key={site_id} value={site_id}>
            {name}
          </option>
        ))}
      </SelectField>
      {shown.length + elsewhere.length > 0 && (
        <div className="max-h-52 space-y-2 overflow-y-auto rounded-md border border-line-strong bg-surface p-3 shadow-card">
          {elsewhere.map((id) => (
            <Chosen key={id} id={id} onRemove={() => onChoose(without(id))} />
          ))}
          {shown.map(({ host_id, name }) => (
            <CheckOption
              key={host_id}
              label={name}
              hint={host_id}
              checked={chosen.includes(host_id)}
              onChange={(event) => onChoose(event.currentTarget.checked ? [...chosen, host_id] : without(host_id))}
            />
          ))}
        </div>
      )}
      {hosts?.length === 0 && <p className="text-ink-muted text-xs">The site does not list its hosts.</p>}
      <div className="mt-1.5 text-xs empty:hidden">
        <FieldMessage label="Hosts" error={error} choice />
      </div>
    </fieldset>
  );
}

/** A host that is chosen already, at another site or gone. */
function Chosen({ id, onRemove }: { id: string; onRemove: () => void }) {
  const { data } = useQuery(useTRPC().operatorHost.get.queryOptions({ host_id: id }));
  return (
    <CheckOption
      label={data === undefined ? id : `${data.name}, ${data.site_name}`}
      hint={id}
      checked
      onChange={onRemove}
    />
  );
}
