"use client";

import type { OperatorAnnouncement } from "@fulmar/contract";
import { useQuery } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import { chosen, defineForm, field as fieldOf, text, type UsedForm, useForm } from "@/client/form.ts";
import { useTRPC } from "@/client/trpc.ts";
import { CheckList } from "@/components/check-list.tsx";
import { CheckOption } from "@/components/check-option.tsx";
import type { DialogState } from "@/components/dialog-button.tsx";
import { SelectField, TextArea, TextField } from "@/components/field.tsx";
import { ChangeDialog } from "@/components/form-dialog.tsx";
import { OrganizationChoice, organizationChoice } from "../organization-choice.tsx";
import { momentOf } from "../prices/hours.tsx";
import { useInstallationChanged } from "../use-changed.ts";
import { HostChoice } from "./host-choice.tsx";

const schemas = () => import("@fulmar/contract/operator");

type Kind = OperatorAnnouncement["kind"];
type Level = OperatorAnnouncement["level"];

const words = {
  level: chosen<Level>("info"),
  title: text(),
  text: text(),
  ends_at: fieldOf("", (typed) => (typed === "" ? null : momentOf(typed))),
  site_ids: chosen<readonly string[]>([]),
  host_ids: chosen<readonly string[]>([]),
  organization_ids: organizationChoice,
};

const newAnnouncement = defineForm(async () => (await schemas()).NewAnnouncement, {
  ...words,
  kind: chosen<Kind>("notice"),
  starts_at: fieldOf("", (typed) => (typed === "" ? undefined : momentOf(typed))),
  by_mail: chosen<boolean>(false),
});

const editAnnouncement = defineForm(async () => (await schemas()).AnnouncementChange, {
  ...words,
  starts_at: fieldOf("", momentOf),
});

/** A moment as a field of date and time in UTC holds it. */
const typedOf = (iso: string | null) => iso?.slice(0, "2030-01-01T00:00".length) ?? "";

/** Announces something. */
export function NewAnnouncement({ open, onClose }: DialogState) {
  const trpc = useTRPC();
  const changed = useInstallationChanged();
  const form = useForm(newAnnouncement);
  const kind = useWatch({ control: form.control, name: "kind" });
  const hosts = useWatch({ control: form.control, name: "host_ids" });
  return (
    <ChangeDialog
      open={open}
      onClose={onClose}
      wide
      title="New announcement"
      lead="It stands above every page of the console until it ends."
      action="Announce"
      form={form}
      change={trpc.operatorAnnouncement.create}
      inputOf={({ site_ids, host_ids, ...body }) => ({
        ...body,
        site_ids: [...site_ids],
        // Those chosen before the kind was changed to a notice are not shown any more.
        host_ids: body.kind === "maintenance" ? [...host_ids] : [],
      })}
      onDone={({ title }) => changed(`Announced ${title}`)}
    >
      <SelectField label="Kind" {...form.field("kind")}>
        <option value="notice">Notice</option>
        <option value="maintenance">Maintenance</option>
      </SelectField>
      <Words form={form} maintenance={kind === "maintenance"} />
      {kind === "maintenance" && (
        <HostChoice
          chosen={hosts}
          onChoose={(ids) => form.setValue("host_ids", ids)}
          error={form.errorOf("host_ids")}
        />
      )}
      <OrganizationChoice
        legend="For"
        everybody="Everybody"
        chosen={useWatch({ control: form.control, name: "organization_ids" })}
        onChoose={(ids) => form.setValue("organization_ids", ids)}
        error={form.errorOf("organization_ids")}
      />
      <CheckOption
        label="By mail, too"
        hint="The owners of these organizations have it by mail, once. Later changes are not sent."
        {...form.register("by_mail")}
      />
    </ChangeDialog>
  );
}

/** Changes an announcement. Its kind stays. */
export function EditAnnouncement({
  announcement,
  open,
  onClose,
}: { announcement: OperatorAnnouncement } & DialogState) {
  const {
    announcement_id,
    kind,
    level,
    title,
    text: said,
    starts_at,
    ends_at,
    site_ids,
    host_ids,
    organization_ids,
  } = announcement;
  const trpc = useTRPC();
  const changed = useInstallationChanged();
  const form = useForm(editAnnouncement, {
    ...{ level, title, text: said, starts_at: typedOf(starts_at), ends_at: typedOf(ends_at) },
    ...{ site_ids, host_ids, organization_ids },
  });
  const chosenHosts = useWatch({ control: form.control, name: "host_ids" });
  return (
    <ChangeDialog
      open={open}
      onClose={onClose}
      wide
      title={`Edit ${title}`}
      lead="Who has closed it sees it again. Changes are not sent by mail."
      action="Save"
      form={form}
      change={trpc.operatorAnnouncement.update}
      inputOf={({ site_ids: sites, host_ids: hosts, ...body }) => ({
        announcement_id,
        ...body,
        site_ids: [...sites],
        host_ids: [...hosts],
      })}
      onDone={(saved) => changed(`Saved ${saved.title}`)}
    >
      <Words form={form} maintenance={kind === "maintenance"} />
      {kind === "maintenance" && (
        <HostChoice
          chosen={chosenHosts}
          onChoose={(ids) => form.setValue("host_ids", ids)}
          error={form.errorOf("host_ids")}
        />
      )}
      <OrganizationChoice
        legend="For"
        everybody="Everybody"
        chosen={useWatch({ control: form.control, name: "organization_ids" })}
        onChoose={(ids) => form.setValue("organization_ids", ids)}
        error={form.errorOf("organization_ids")}
      />
    </ChangeDialog>
  );
}

interface Held {
  readonly level: Level;
  readonly title: string;
  readonly text: string;
  readonly starts_at: string;
  readonly ends_at: string;
  readonly site_ids: readonly string[];
}

/** What new and changed announcements have. */
function Words({
  form,
  maintenance,
}: {
  form: Pick<UsedForm<Held, unknown>, "register" | "errorOf">;
  maintenance: boolean;
}) {
  const { data: sites } = useQuery(useTRPC().operatorSite.list.queryOptions());
  const field = (name: keyof Held) => ({ ...form.register(name), error: form.errorOf(name) });
  return (
    <>
      <SelectField label="Level" {...field("level")}>
        <option value="info">Information</option>
        <option value="warning">Warning</option>
      </SelectField>
      <TextField label="Title" autoComplete="off" {...field("title")} />
      <TextArea label="Text" prose rows={5} hint="Empty lines part paragraphs." {...field("text")} />
      <TextField
        label={maintenance ? "Begins, UTC" : "Shown from, UTC"}
        type="datetime-local"
        hint={maintenance ? "It is shown before, too. Empty: now" : "Empty: now"}
        {...field("starts_at")}
      />
      <TextField
        label="Ends, UTC"
        type="datetime-local"
        hint={maintenance ? "When the work is done" : "Empty: until it is changed or taken back"}
        {...field("ends_at")}
      />
      <CheckList
        legend="Sites"
        options={sites?.map(({ site_id, name }) => ({ value: site_id, label: name, hint: site_id }))}
        empty="The installation has no site."
        error={form.errorOf("site_ids")}
        register={form.register("site_ids")}
      />
    </>
  );
}
