// What an operator announces to people: notices and maintenance windows, in the console and by mail.
import { z } from "zod";
import { Announcement } from "../console/announcement.ts";
import { defineOperation } from "../declaration/operation.ts";
import { Moment, pageQuery, ResourceId, Timestamp } from "../values/fields.ts";
import { keptAs } from "../values/normal-form.ts";

const shared = {
  family: "Operator",
  resource: "announcement",
  audience: "operator",
  subject: "installation",
} as const;
const announcements = "/operator/announcements";
const announcement = `${announcements}/{announcement_id}` as const;
const oneAnnouncement = { announcement_id: ResourceId };

/** An announcement as operators see it: over or not, whoever it is for. */
export const OperatorAnnouncement = Announcement.omit({ sites: true, closed: true })
  .extend({
    /** The hosts that maintenance is about. Empty for a notice. */
    host_ids: z.array(z.string()),
    /** The organizations whose members see it. Null: everybody. */
    organization_ids: z.array(z.string()).nullable(),
    /** How many owners had it by mail. */
    mails: z.int(),
    time: z.enum(["past", "present", "future"]),
    created_at: Timestamp,
  })
  .meta({ id: "OperatorAnnouncement" });
export type OperatorAnnouncement = z.infer<typeof OperatorAnnouncement>;

const { kind, level } = Announcement.shape;
const words = {
  title: keptAs("trim", z.string().trim().min(1).max(120)),
  text: keptAs("trim", z.string().trim().min(1).max(2000)).describe("Plain text. Empty lines part paragraphs."),
};
const Sites = z.array(ResourceId).max(1000);
const Hosts = z
  .array(ResourceId)
  .max(1000)
  .describe("The hosts that maintenance is about. Their names are told to nobody. A notice has none.");
const Readers = z.array(ResourceId).min(1).max(1000).nullable().describe("Null: everybody.");

const needsWindow = "must be set for maintenance";
const onlyMaintenance = "must be empty for a notice: only maintenance is about hosts";
const followsStart = "must be after starts_at";

export const NewAnnouncement = z
  .strictObject({
    kind: kind.default("notice"),
    level: level.default("info"),
    ...words,
    starts_at: Moment.optional().describe(
      "A notice is shown from then on; maintenance is shown before, too. Left out: now.",
    ),
    ends_at: Moment.nullable().default(null).describe("Null: until it is removed or changed."),
    site_ids: Sites.default([]).describe(
      "The sites that it is about. Maintenance without sites and hosts is about every VM.",
    ),
    host_ids: Hosts.default([]),
    organization_ids: Readers.default(null),
    by_mail: z.boolean().default(false).describe("Whether the owners of these organizations have it by mail, at once."),
  })
  .superRefine(({ kind: of, starts_at, ends_at, host_ids }, context) => {
    if (of === "notice" && host_ids.length > 0)
      context.addIssue({ code: "custom", path: ["host_ids"], message: onlyMaintenance });
    if (of === "maintenance" && ends_at === null)
      context.addIssue({ code: "custom", path: ["ends_at"], message: needsWindow });
    if (starts_at !== undefined && ends_at !== null && Date.parse(ends_at) <= Date.parse(starts_at))
      context.addIssue({ code: "custom", path: ["ends_at"], message: followsStart });
  })
  .meta({
    id: "NewAnnouncement",
    examples: [
      {
        ...{ kind: "maintenance", level: "warning", title: "Work on the network in Berlin" },
        text: "Connections to VMs there may break for some seconds.",
        ...{
          starts_at: "2030-01-01T22:00:00Z",
          ends_at: "2030-01-02T02:00:00Z",
          site_ids: ["site-ber-1"],
          by_mail: true,
        },
      },
    ],
  });

export const AnnouncementChange = z
  .strictObject({
    level,
    ...words,
    starts_at: Moment,
    ends_at: Moment.nullable(),
    site_ids: Sites,
    host_ids: Hosts,
    organization_ids: Readers,
  })
  .partial()
  .meta({ id: "AnnouncementChange", examples: [{ ends_at: "2030-01-02T04:00:00Z" }] });

const operatorAnnouncementList = defineOperation({
  ...shared,
  id: "operatorAnnouncement.list",
  method: "GET",
  path: announcements,
  summary: "List announcements, including past ones, newest first",
  query: pageQuery(),
  output: z.array(OperatorAnnouncement),
  list: true,
});

const operatorAnnouncementGet = defineOperation({
  ...shared,
  id: "operatorAnnouncement.get",
  method: "GET",
  path: announcement,
  summary: "Get an announcement",
  params: oneAnnouncement,
  output: OperatorAnnouncement,
  errors: ["not_found"],
});

const operatorAnnouncementCreate = defineOperation({
  ...shared,
  id: "operatorAnnouncement.create",
  method: "POST",
  path: announcements,
  summary: "Announce something to everyone, or to the members of named organizations",
  description:
    "It appears at the top of every page of the console until it ends. With `by_mail` the owners of " +
    "these organizations also get it once by e-mail; later changes are not sent. Maintenance is shown on " +
    "each affected VM: those at `site_ids` and those on `host_ids`, or every VM if both are empty.",
  success: 201,
  body: NewAnnouncement,
  output: OperatorAnnouncement,
});

const operatorAnnouncementUpdate = defineOperation({
  ...shared,
  id: "operatorAnnouncement.update",
  method: "PATCH",
  path: announcement,
  summary: "Change an announcement",
  description: "Users who have closed it in the console see it again.",
  params: oneAnnouncement,
  body: AnnouncementChange,
  output: OperatorAnnouncement,
  errors: ["not_found"],
});

const operatorAnnouncementDelete = defineOperation({
  ...shared,
  id: "operatorAnnouncement.delete",
  method: "DELETE",
  path: announcement,
  summary: "Delete an announcement",
  description: "Mails that were sent cannot be recalled. To end it and keep it in the list, set `ends_at`.",
  params: oneAnnouncement,
  output: z.strictObject({ announcement_id: z.string() }),
  errors: ["not_found"],
});

export const operatorAnnouncementOperations = [
  operatorAnnouncementList,
  operatorAnnouncementGet,
  operatorAnnouncementCreate,
  operatorAnnouncementUpdate,
  operatorAnnouncementDelete,
] as const;
