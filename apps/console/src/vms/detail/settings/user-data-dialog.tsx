"use client";

import { useWatch } from "react-hook-form";
import { defineForm, rawText, useForm } from "@/client/form.ts";
import type { DialogState } from "@/components/dialog-button.tsx";
import { FormDialog } from "@/components/form-dialog.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { ScriptMenu } from "@/startup-scripts/script-menu.tsx";
import { UserDataField } from "@/user-data/user-data-field.tsx";
import { useUpdateVm, useVm } from "../vm-place.tsx";

const changeUserData = defineForm(async () => (await import("@fulmar/contract/compute")).UpdateVm, {
  user_data: rawText(),
});

/** Replaces the user data. The present text is not shown: no answer repeats it, since it may hold secrets. */
export function UserDataDialog({ open, onClose }: DialogState) {
  const { vm, target } = useVm();
  const changed = useChanged();
  const form = useForm(changeUserData);
  const text = useWatch({ control: form.control, name: "user_data" });
  const update = useUpdateVm({
    onSuccess: ({ name }) => {
      onClose();
      return changed(`The user data of ${name} is changed`, "It runs when the VM is rebuilt.");
    },
    onError: form.showErrors,
  });
  const submit = form.handleSubmit((body) => update.mutate({ ...target, ...body }));
  const write = (written: string) => form.setValue("user_data", written, { shouldDirty: true });
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      wide
      title={`User data of ${vm.name}`}
      lead="It replaces the present text, which is not shown since it may hold secrets."
      action="Save user data"
      busy={update.isPending}
      error={update.error}
      refusal={text === "" ? "Write the new user data first." : null}
      onSubmit={(event) => void submit(event)}
    >
      <ul aria-label="What takes effect when" className="list-disc space-y-1 pl-5">
        <li>At once: the metadata service of the VM answers with it.</li>
        <li>When the VM is rebuilt: cloud-init runs it at the first boot of the new system.</li>
        <li>Not by a reboot, and not on the system as it is: cloud-init has run there already.</li>
      </ul>
      <UserDataField
        hint="For cloud-init at the first boot after a rebuild"
        text={text}
        menu={<ScriptMenu onScript={write} />}
        onText={write}
        {...form.field("user_data")}
      />
    </FormDialog>
  );
}
