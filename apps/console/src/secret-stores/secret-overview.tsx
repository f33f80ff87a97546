"use client";

import { Copyable } from "@/components/copyable.tsx";
import { DateTime } from "@/components/date-time.tsx";
import { Facts } from "@/components/facts.tsx";
import { TagList } from "@/components/tag-list.tsx";
import { RelatedResources } from "@/related/related-resources.tsx";
import { SecretExpiry } from "./secret-columns.tsx";
import { useSecret } from "./secret-frame.tsx";
import { SecretValueCard } from "./secret-value-card.tsx";

export function SecretOverview() {
  const { secret } = useSecret();
  return (
    <div className="space-y-6">
      <Facts
        label="Secret"
        facts={[
          ["Key", <Copyable key="key" text={secret.key} label="key" />],
          ["Id", <Copyable key="id" text={secret.id} label="id" />],
          ["Latest version", secret.version],
          ["Description", secret.description === "" ? null : secret.description],
          ["Tags", <TagList key="tags" tags={secret.tags} />],
          ["Expires", <SecretExpiry key="expires" expiresAt={secret.expires_at} />],
          ["Created", <DateTime key="created" iso={secret.created_at} />],
          ["Changed", <DateTime key="changed" iso={secret.updated_at} />],
        ]}
      />
      <SecretValueCard />
      <RelatedResources type="secret" id={secret.id} />
    </div>
  );
}
