import { z } from "zod";
import { ROLES } from "../declaration/roles.ts";
import { ALL_SCOPES } from "../declaration/scopes.ts";
import { OPERATOR_ROLES } from "../operator/roles.ts";
import { Timestamp } from "../values/fields.ts";
import { Announcement } from "./announcement.ts";
import { ApprovalRule } from "./organization.ts";

/** An organization as one of its members sees it. */
export const Membership = z.strictObject({
  organization_id: z.string(),
  name: z.string(),
  role: z.enum(ROLES),
  /** The role's scopes. They apply to what is of the organization, and in the workspaces where the role is the same. */
  scopes: z.array(z.enum(ALL_SCOPES)),
  ...ApprovalRule.shape,
  /** Whether operations that the specification gives one scope ask for the read scope of what they hand out, too. */
  strict_scopes: z.boolean(),
  workspaces: z.array(
    z.strictObject({
      workspace_id: z.string(),
      name: z.string(),
      deletion_window_hours: z.int(),
      /** The user's role in this workspace. */
      role: z.enum(ROLES),
    }),
  ),
});
export type Membership = z.infer<typeof Membership>;

/** The signed-in user and the organizations and workspaces where they may act. */
export const Profile = z.strictObject({
  user_id: z.string(),
  name: z.string(),
  email: z.string(),
  /** Their role in running the installation. Null for everybody else. */
  operator_role: z.enum(OPERATOR_ROLES).nullable(),
  organizations: z.array(Membership),
  /** The organization that the user views as an operator in this session, which is among these. Null if there is none. */
  acting: z
    .strictObject({
      acting_id: z.string(),
      organization_id: z.string(),
      organization_name: z.string(),
      ends_at: Timestamp,
    })
    .nullable(),
  /** What operators announce to them, soonest first. */
  announcements: z.array(Announcement),
});
export type Profile = z.infer<typeof Profile>;
