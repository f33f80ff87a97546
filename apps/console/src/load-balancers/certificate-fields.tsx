"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { useFieldArray } from "react-hook-form";
import { wholeInput } from "@/client/list.ts";
import { useTRPC } from "@/client/trpc.ts";
import { Button } from "@/components/button.tsx";
import { FieldMessage, SelectField, TextArea } from "@/components/field.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";
import type { ListenerForm } from "./listener-form.ts";

/** The certificates of an HTTPS listener, and the domains for which the platform obtains some. */
export function CertificateFields({ form }: { form: ListenerForm }) {
  return (
    <div className="space-y-4">
      <SecretFields
        names={["Secret store", "Certificate"]}
        storeId={form.watch("store_id")}
        store={form.register("store_id", { onChange: () => form.setValue("certificate", "") })}
        secret={form.register("certificate")}
        hint={
          <>
            A secret with the certificate chain and its private key, in PEM. New versions are rolled out automatically.
          </>
        }
        error={form.errorOf("certificate")}
      />
      <AdditionalCertificates form={form} />
      <TextArea
        label="Domains"
        rows={3}
        spellCheck={false}
        placeholder="www.example.com"
        hint={
          <>
            One per line. The platform obtains their certificates and renews them; the DNS of each must point to the
            balancer's address.
          </>
        }
        {...form.field("domains")}
      />
    </div>
  );
}

function AdditionalCertificates({ form }: { form: ListenerForm }) {
  const list = useFieldArray({ control: form.control, name: "additional_certificates" });
  const errors = form.formState.errors.additional_certificates;
  return (
    <fieldset>
      <legend className="sr-only">Additional certificates</legend>
      <ul className="space-y-4">
        {list.fields.map((row, index) => {
          const at = `additional_certificates.${index}` as const;
          return (
            <li key={row.id} className="grid grid-cols-[1fr_auto] items-start gap-3">
              <SecretFields
                names={[`Secret store ${index + 2}`, `Certificate ${index + 2}`]}
                storeId={form.watch(`${at}.store_id`)}
                store={form.register(`${at}.store_id`, { onChange: () => form.setValue(`${at}.secret_id`, "") })}
                secret={form.register(`${at}.secret_id`)}
                error={errors?.[index]?.secret_id?.message ?? errors?.[index]?.store_id?.message}
              />
              <Button
                look="quiet"
                aria-label={`Remove certificate ${index + 2}`}
                className="mt-7"
                onClick={() => list.remove(index)}
              >
                <Trash2 className="size-4" aria-hidden />
              </Button>
            </li>
          );
        })}
      </ul>
      <p className="mt-1.5 text-xs empty:hidden">
        <FieldMessage label="Additional certificates" error={errors?.message ?? errors?.root?.message} />
      </p>
      <Button className="mt-2" onClick={() => list.append({ store_id: "", secret_id: "" })}>
        <Plus className="size-4" aria-hidden />
        Add certificate
      </Button>
    </fieldset>
  );
}

type Registered = ReturnType<ListenerForm["register"]>;

/** Selects a secret of the secret store, without reading its value. */
function SecretFields({
  names: [storeLabel, secretLabel],
  storeId,
  store,
  secret,
  hint,
  error,
}: {
  names: readonly [store: string, secret: string];
  storeId: string;
  store: Registered;
  secret: Registered;
  hint?: ReactNode;
  error: string | undefined;
}) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const stores = useQuery(trpc.secretStore.list.queryOptions(wholeInput(workspaceId)));
  const secrets = useQuery({
    ...trpc.secret.list.queryOptions({ ...wholeInput(workspaceId), store_id: storeId }),
    enabled: storeId !== "",
  });
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField label={storeLabel} {...store}>
        <option value="">Choose a store</option>
        {stores.data?.items.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField label={secretLabel} hint={hint} error={error} {...secret}>
        <option value="">{storeId === "" ? "Choose a store first" : "Choose a secret"}</option>
        {secrets.data?.items.map(({ id, key }) => (
          <option key={id} value={id}>
            {key}
          </option>
        ))}
      </SelectField>
    </div>
  );
}
