"use client";

import type { ApiTokenRecord } from "@fulmar/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import { dayOf, endOfDay } from "@/client/day.ts";
import { defineForm, field, text, texts, useForm } from "@/client/form.ts";
import { useTRPC } from "@/client/trpc.ts";
import { TextArea, TextField } from "@/components/field.tsx";
import { ChangeDialog } from "@/components/form-dialog.tsx";
import { notify } from "@/components/toast-store.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { describeCeilings, GuardChoice, guardFields } from "./guard-choice.tsx";
import { TokenWarnings } from "./token-warnings.tsx";

function editToken({ name, expires_at, allowed_ip_ranges, ...token }: ApiTokenRecord) {
  const lastDay = dayOf(expires_at);
  return defineForm(async () => (await import("@fulmar/contract/console")).ApiTokenChange, {
    name: text(name),
    // An unchanged day keeps its exact time.
    expires_at: field(lastDay, (day) => (day === lastDay ? expires_at : day === "" ? null : endOfDay(day))),
    allowed_ip_ranges: texts(/[\s,;]+/, allowed_ip_ranges.join("\n")),
    ...guardFields(token),
  });
}

/** Changes name, ranges, expiry and guard. Scopes and workspaces cannot change because programs rely on them. */
export function EditToken({ token, onClose }: { token: ApiTokenRecord; onClose: () => void }) {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const declared = editToken(token);
  const form = useForm(declared);
  const {
    name,
    expires_at: expiresAt,
    allowed_ip_ranges: ranges,
  } = declared.body(useWatch({ control: form.control, compute: (all) => all }));
  return (
    <ChangeDialog
      open
      onClose={onClose}
      title={`Edit ${token.name}`}
      lead="Scopes and workspaces cannot be changed: for others, create another token."
      action="Save"
      wide
      form={form}
      change={trpc.apiToken.update}
      inputOf={(body) => ({ workspace_id: workspaceId, token_id: token.token_id, ...body })}
      onDone={async () => {
        notify.done("Token changed", "It applies from the next request on.");
        await queryClient.invalidateQueries(trpc.apiToken.pathFilter());
      }}
    >
      <TextField label="Name" autoComplete="off" {...form.field("name")} />
      <TextField label="Expires on" type="date" hint="Leave empty for no expiry." {...form.field("expires_at")} />
      <TextArea
        label="Allowed IP ranges"
        spellCheck={false}
        hint="Leave empty to allow any address."
        {...form.field("allowed_ip_ranges")}
      />
      <GuardChoice
        guard={form.register("guard")}
        error={form.errorOf("guard")}
        ceiling={(ceiling) => form.field(ceiling)}
        open={describeCeilings(token) !== null}
      />
      <TokenWarnings
        draft={{
          name,
          scopes: token.scopes,
          everywhere: token.workspace_policy === "entire_organization",
          expiresAt,
          ranges,
        }}
      />
    </ChangeDialog>
  );
}
