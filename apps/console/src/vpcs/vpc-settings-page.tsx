"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTRPC } from "@/client/trpc.ts";
import { Copyable } from "@/components/copyable.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { DeleteAction } from "@/components/delete-action.tsx";
import { protectionRefusal } from "@/components/deletion-protection.tsx";
import { Facts, Section } from "@/components/facts.tsx";
import { NamingForm } from "@/components/naming-form.tsx";
import { ProtectionSection } from "@/components/protection-switch.tsx";
import { SiteName } from "@/components/sites.tsx";
import { RelatedResources } from "@/related/related-resources.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { describeCidr } from "./cidr.ts";
import { Ipv6Section } from "./ipv6-section.tsx";
import { useVpc } from "./use-vpc.ts";

export function VpcSettingsPage({ vpcId }: { vpcId: string }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const router = useRouter();
  const trpc = useTRPC();
  const changed = useChanged();
  const vpc = useVpc(vpcId).data;
  const save = useMutation(trpc.vpc.update.mutationOptions({ onSuccess: ({ name }) => changed(`Saved ${name}`) }));
  const protect = useMutation(trpc.vpc.update.mutationOptions());
  const switchIpv6 = useMutation(trpc.vpc.update.mutationOptions());
  if (vpc === undefined) return null;
  const refusal = roleRefusal("network.write");
  const target = { workspace_id: workspaceId, vpc_id: vpcId };
  return (
    <div className="space-y-10">
      <Facts
        label="VPC"
        facts={[
          ["Id", <Copyable key="id" text={vpc.vpc_id} label="id" />],
          ["Network", `${vpc.cidr}: ${describeCidr(vpc.cidr)}`],
          ["IPv6", vpc.ipv6_cidr === null ? null : <Copyable key="ipv6" text={vpc.ipv6_cidr} label="IPv6 network" />],
          ["Site", <SiteName key="site" siteId={vpc.site_id} />],
          ["Created", <DateTime key="created" iso={vpc.created_at} />],
          ["Changed", <DateTime key="changed" iso={vpc.updated_at} />],
        ]}
      />
      <Section title="Name and description">
        <NamingForm
          values={vpc}
          busy={save.isPending}
          error={save.error}
          refusal={refusal}
          onSave={(values) => save.mutate({ ...target, ...values })}
        />
      </Section>
      <Ipv6Section
        name={vpc.name}
        isOn={vpc.ipv6}
        refusal={refusal}
        onChange={(ipv6) => switchIpv6.mutateAsync({ ...target, ipv6 })}
      />
      <ProtectionSection
        what="VPC"
        name={vpc.name}
        isProtected={vpc.deletion_protection}
        refusal={refusal}
        onChange={(deletion_protection) => protect.mutateAsync({ ...target, deletion_protection })}
      />
      <Section
        title="Delete"
        lead="A VPC can be deleted once its subnets are."
        actions={
          <DeleteAction
            deletion={trpc.vpc.delete}
            input={target}
            plan={trpc.changePlan.vpc.delete}
            onDeleted={() => {
              router.push(`/workspaces/${workspaceId}/vpcs`);
              return changed(`Deleted ${vpc.name}`);
            }}
            what="VPC"
            name={vpc.name}
            lead={`The network ${vpc.cidr} becomes free. This cannot be undone.`}
            typed
            refusal={refusal ?? protectionRefusal("VPC", vpc.deletion_protection)}
          />
        }
      >
        {null}
      </Section>
      <RelatedResources type="vpc" id={vpcId} />
    </div>
  );
}
