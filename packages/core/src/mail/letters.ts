import {
  ALERT_COMPARISONS,
  ALERT_END_REASONS,
  ALERT_METRIC_NAMES,
  type AlertEndReason,
  alertCondition,
  alertValue,
  BUDGET_BASES,
  BUDGET_CAPS,
  DISPUTE_STATES,
  nameOfRole,
  ROLES,
  UNBOOKED_REASONS,
  WEBHOOK_DISABLED_REASONS,
} from "@fulmar/contract";
import { z } from "zod";
import { formatMoney } from "../query/money.ts";

/** A mail before it is formatted: paragraphs, and a link where the reader is to do something. */
export interface Letter {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly link?: { readonly label: string; readonly path: string };
  /** The invoice that goes with it as a PDF, which is made when the mail is sent. */
  readonly invoice?: AttachedInvoice;
}

export interface AttachedInvoice {
  readonly organization_id: string;
  readonly invoice_id: string;
}

/** The wording of a letter, and what it is worded from. */
function letter<Details extends z.ZodType>(
  details: Details,
  write: (details: z.infer<Details>, secret: string) => Letter,
) {
  return { details, write: (given: unknown, secret: string) => write(details.parse(given), secret) };
}

const Text = z.string();
const Place = z.object({ source_ip: Text.nullable() });

const ApprovalRule = z.object({ organization_name: Text, by: Text, workspace_id: Text.nullable() });

/** Alerts of a rule that began or ended at the same time. At most 20 are named. */
const Alerts = z.object({
  ...{ organization_name: Text, workspace_name: Text, workspace_id: Text, alert_rule_id: Text, rule_name: Text },
  ...{ metric: z.enum(ALERT_METRIC_NAMES), comparison: z.enum(ALERT_COMPARISONS), threshold: z.number() },
  ...{ minutes: z.int(), count: z.int() },
  alerts: z.array(
    z.object({ resource_name: Text, value: z.number(), end_reason: z.enum(ALERT_END_REASONS).nullable() }),
  ),
});

/** Money that came, or goes back. */
const Paid = z.object({
  ...{ organization_name: Text, payment_id: Text, workspace_id: Text.nullable(), amount: Text, currency: Text },
  unbooked: z.enum(UNBOOKED_REASONS).nullable(),
  reason: Text.nullable(),
});

/** A payment that the payer's bank disputes. */
const Disputed = z.object({
  ...{ organization_name: Text, payment_id: Text, workspace_id: Text.nullable(), amount: Text, currency: Text },
  ...{ state: z.enum(DISPUTE_STATES), reason: Text, taken: Text, booked: z.boolean() },
});

/** What becomes of the money. */
function moneyOfDispute({ state, amount, taken, currency, booked }: z.infer<typeof Disputed>): string {
  if (!booked) return "It was not in the wallet, which stays as it is.";
  const isTaken = Number(taken) > 0;
  const sum = formatMoney(isTaken ? taken : amount, currency);
  if (state === "inquiry" || state === "closed" || (state === "won" && !isTaken)) return "The wallet stays as it is.";
  if (state === "won") return `${sum} is in the wallet again.`;
  if (state === "lost")
    return isTaken ? `${sum} is no longer in the wallet.` : "What the bank has taken does not come back.";
  return isTaken
    ? `${sum} has left the wallet. It comes back if the dispute is won.`
    : `${sum} leaves the wallet when the bank takes it. It comes back if the dispute is won.`;
}

const DISPUTE: Readonly<Record<z.infer<typeof Disputed>["state"], readonly [subject: string, what: string]>> = {
  inquiry: ["The bank asks about a payment", "asks about"],
  open: ["A payment is disputed", "disputes"],
  won: ["The dispute of a payment is won", "has given up its dispute of"],
  lost: ["The dispute of a payment is lost", "has won its dispute of"],
  closed: ["The bank's question about a payment is closed", "no longer asks about"],
};

const VmOfOwner = z.object({
  ...{ organization_name: Text, workspace_name: Text, workspace_id: Text, vm_id: Text, vm_name: Text },
  page: z.enum(["cloud-vms", "gpu-vms"]),
});

const placeOf = (place: { readonly organization_name: string; readonly workspace_name: string }) =>
  `in the workspace ${place.workspace_name} of ${place.organization_name}`;

const ENDS: Readonly<Record<AlertEndReason, string>> = {
  ok: "the condition no longer holds",
  no_data: "nothing was measured for five minutes",
  resource_deleted: "it was deleted",
  not_selected: "the rule no longer watches it",
  rule_disabled: "the rule was switched off",
  rule_deleted: "the rule was deleted",
};

/** What a budget does besides giving notices. */
const AT_CAP: Readonly<Record<(typeof BUDGET_CAPS)[number], string>> = {
  notify: "The budget stops nothing.",
  refuse: "At its amount it refuses what would cost more. What runs goes on.",
  refuse_and_stop: "At its amount it refuses what would cost more, and stops the VMs that it selects.",
};

const Invoices = z.object({
  ...{ organization_name: Text, number: Text, month: Text, currency: Text, outstanding: Text, due_at: Text },
  workspace_id: Text.nullable(),
  /** Left out by a release that attached nothing. */
  ...{ organization_id: Text.optional(), invoice_id: Text.optional() },
});

function attached({ organization_id, invoice_id }: z.infer<typeof Invoices>): Pick<Letter, "invoice"> {
  return organization_id === undefined || invoice_id === undefined ? {} : { invoice: { organization_id, invoice_id } };
}

function saidOfAttachment(details: z.infer<typeof Invoices>, what = "It"): string[] {
  return attached(details).invoice === undefined ? [] : [`${what} is attached as a PDF.`];
}

function invoicesLink({ workspace_id }: z.infer<typeof Invoices>): Pick<Letter, "link"> {
  return workspace_id === null
    ? {}
    : { link: { label: "Open the invoices", path: `/workspaces/${workspace_id}/billing` } };
}

/** Each letter by the name that the table has. `details` are required to queue the mail. */
export const LETTERS = {
  announcement: letter(
    z.object({
      ...{
        kind: z.enum(["notice", "maintenance"]),
        title: Text,
        text: Text,
        starts_at: Text,
        ends_at: Text.nullable(),
      },
      sites: z.array(Text),
    }),
    ({ kind, title, text, starts_at, ends_at, sites }) => ({
      subject: kind === "maintenance" ? `Maintenance: ${title}` : title,
      paragraphs: [
        ...text.split(/\n\s*\n/),
        ...(kind === "maintenance" && ends_at !== null ? [`From ${moment(starts_at)} to ${moment(ends_at)}.`] : []),
        ...(sites.length > 0 ? [`Sites: ${sites.join(", ")}.`] : []),
      ],
      link: { label: "Open the console", path: "/" },
    }),
  ),
  alert_firing: letter(Alerts, (details) => ({
    subject: `${alertCondition(details)}: ${resourcesOf(details)}`,
    paragraphs: [
      `${alertCondition(details)} for ${minutesOf(details.minutes)} in the workspace ${details.workspace_name} ` +
        `(${details.organization_name}), says the alert rule ${details.rule_name}.`,
      ...details.alerts.map(({ resource_name, value }) => `${resource_name}: ${alertValue(details.metric, value)}`),
      ...moreOf(details),
    ],
    link: ruleLink("Open the alert rule", details),
  })),
  alert_resolved: letter(Alerts, (details) => ({
    subject: `Ended: ${alertCondition(details)}: ${resourcesOf(details)}`,
    paragraphs: [
      `Alerts of the rule ${details.rule_name} ended in the workspace ${details.workspace_name} ` +
        `(${details.organization_name}).`,
      ...details.alerts.map(({ resource_name, end_reason }) => `${resource_name}: ${ENDS[end_reason ?? "ok"]}`),
      ...moreOf(details),
    ],
    link: ruleLink("Open the alert rules", details),
  })),
  budget_reached: letter(
    z.object({
      ...{ organization_name: Text, workspace_name: Text.nullable(), budget_name: Text, workspace_id: Text },
      ...{ basis: z.enum(BUDGET_BASES), percent: z.int(), amount: Text, spent: Text, expected: Text, currency: Text },
      at_cap: z.enum(BUDGET_CAPS).default("notify"),
    }),
    ({ organization_name, workspace_name, budget_name, workspace_id, basis, percent, currency, at_cap, ...sums }) => {
      const [amount, spent, expected] = [sums.amount, sums.spent, sums.expected].map((sum) =>
        formatMoney(sum, currency),
      );
      const of = workspace_name === null ? organization_name : `the workspace ${workspace_name} (${organization_name})`;
      return {
        subject:
          basis === "spent"
            ? `${percent} % of the budget ${budget_name} is spent`
            : `The budget ${budget_name} is expected to reach ${percent} % this month`,
        paragraphs: [
          `The budget ${budget_name} of ${of} is ${amount} a month. ${spent} was spent this month so far, and ` +
            `${expected} is expected by its end if what runs now runs on.`,
          at_cap === "refuse_and_stop" && basis === "spent" && percent >= 100
            ? "It refuses what would cost more, and stops the VMs that it selects. Nothing is deleted, and stopped " +
              "VMs are charged as before. They start again when the budget is raised, removed or changed, or the next " +
              "month begins."
            : AT_CAP[at_cap],
          "This notice comes once a month for each threshold.",
        ],
        link: { label: "Open the budgets", path: `/workspaces/${workspace_id}/billing/budgets` },
      };
    },
  ),
  invoice_issued: letter(Invoices.extend({ total: Text }), (details) => ({
    subject: `Invoice ${details.number} of ${details.month}`,
    paragraphs: [
      `The invoice ${details.number} of ${details.organization_name} for ${details.month} is ` +
        `${formatMoney(details.total, details.currency)}.`,
      Number(details.outstanding) === 0
        ? "The balance has covered it; there is nothing to pay."
        : `The balance did not cover ${formatMoney(details.outstanding, details.currency)}. Please pay that by ` +
          `${moment(details.due_at)}.`,
      ...saidOfAttachment(details),
    ],
    ...invoicesLink(details),
    ...attached(details),
  })),
  invoice_reminder: letter(Invoices, (details) => ({
    subject: `Reminder: the invoice ${details.number} is not paid`,
    paragraphs: [
      `${formatMoney(details.outstanding, details.currency)} of the invoice ${details.number} of ` +
        `${details.organization_name} for ${details.month} is not paid. It was due on ${moment(details.due_at)}.`,
      "If you have paid it in the meantime, ignore this mail.",
      ...saidOfAttachment(details, "The invoice"),
    ],
    ...invoicesLink(details),
    ...attached(details),
  })),
  invitation: letter(
    z.object({ organization_name: Text, invited_by: Text, role: z.enum(ROLES) }),
    ({ organization_name, invited_by, role }, secret) => ({
      subject: `Join ${organization_name}`,
      paragraphs: [
        `${invited_by} invites you to join the organization ${organization_name} as ${nameOfRole(role)}.`,
        "The invitation ends after 7 days. If you do not know who sent it, ignore this mail.",
      ],
      link: { label: "Accept the invitation", path: `/invitations/${secret}` },
    }),
  ),
  member_removed: letter(z.object({ organization_name: Text }), ({ organization_name }) => ({
    subject: `You are no longer a member of ${organization_name}`,
    paragraphs: [
      `You were removed from the organization ${organization_name}. Your account stays, and so do your other organizations.`,
    ],
  })),
  new_sign_in: letter(Place.extend({ at: Text }), ({ source_ip, at }) => ({
    subject: "New sign-in to your account",
    paragraphs: [
      `Somebody signed in to your account ${fromPlace(source_ip)} at ${at}. You have not signed in from there lately.`,
      "If this was you, there is nothing to do. If not, change your password and end the session.",
    ],
    link: { label: "See your sessions", path: "/account/security" },
  })),
  one_person_asked: letter(ApprovalRule, (details) => ({
    subject: `${details.by} asks that one person be enough to approve requests`,
    paragraphs: [
      `In the organization ${details.organization_name}, two people must approve what guarded API tokens ask for. ` +
        `${details.by} has asked to turn this off.`,
      "It is turned off if another owner or admin turns it off, too, within 24 hours. To keep two people, turn it on again.",
    ],
    link: approvalRuleLink(details),
  })),
  one_person_enough: letter(ApprovalRule.extend({ asked_by: Text }), (details) => ({
    subject: `One person is enough to approve requests in ${details.organization_name}`,
    paragraphs: [
      `${details.asked_by} and ${details.by} have turned off that two people must approve what guarded API tokens of ` +
        `the organization ${details.organization_name} ask for.`,
      "Requests that wait now still need two people.",
    ],
    link: approvalRuleLink(details),
  })),
  password_changed: letter(Place, ({ source_ip }) => ({
    subject: "Your password was changed",
    paragraphs: [
      `The password of your account was changed ${fromPlace(source_ip)}. Other sessions have ended.`,
      "If this was not you, choose a new password now.",
    ],
    link: { label: "Choose a new password", path: "/forgot-password" },
  })),
  password_reset: letter(z.object({ has_password: z.boolean() }), ({ has_password }, secret) =>
    has_password
      ? {
          subject: "Choose a new password",
          paragraphs: [
            "Somebody, probably you, asked for a new password for your account. The link below works once, for 30 minutes.",
            "If this was not you, ignore this mail: your password stays as it is.",
          ],
          // Behind the hash: browsers send that part to no server, so that no log and no referrer has it.
          link: { label: "Choose a new password", path: `/new-password#${secret}` },
        }
      : {
          subject: "Your account has no password",
          paragraphs: [
            "Somebody, probably you, asked for a new password for your account. Your account has none, because you " +
              "sign in by single sign-on.",
          ],
          link: { label: "Sign in", path: "/sign-in" },
        },
  ),
  payment_arrived: letter(Paid, (details) => ({
    subject: `${formatMoney(details.amount, details.currency)} arrived`,
    paragraphs: [
      `A payment of ${formatMoney(details.amount, details.currency)} arrived for the organization ` +
        `${details.organization_name}.`,
      details.unbooked === null || details.unbooked === "credited_before"
        ? "It is in the wallet."
        : "It could not be credited to the wallet. The operator has to send it back or to credit it.",
    ],
    ...paymentLink(details),
  })),
  payment_disputed: letter(Disputed, (details) => {
    const [subject, what] = DISPUTE[details.state];
    const sum = formatMoney(details.amount, details.currency);
    return {
      subject: `${subject}: ${sum}`,
      paragraphs: [
        `The bank of who paid ${what} ${sum} of a payment of the organization ${details.organization_name}. ` +
          `The reason that it gives: ${details.reason.replaceAll("_", " ")}.`,
        moneyOfDispute(details),
      ],
      ...paymentLink(details),
    };
  }),
  payment_refunded: letter(Paid, (details) => ({
    subject: `${formatMoney(details.amount, details.currency)} is refunded`,
    paragraphs: [
      `${formatMoney(details.amount, details.currency)} of a payment of the organization ${details.organization_name} ` +
        "goes back to who paid it. It is no longer in the wallet.",
      ...(details.reason === null ? [] : [`The reason: ${details.reason}`]),
    ],
    ...paymentLink(details),
  })),
  quota_decided: letter(
    z.object({
      ...{ organization_name: Text, workspace_name: Text, workspace_id: Text, resource: Text, wanted: z.int() },
      ...{ granted: z.int().nullable(), answer: Text.nullable() },
    }),
    ({ organization_name, workspace_name, workspace_id, resource, wanted, granted, answer }) => ({
      subject:
        granted === null
          ? `A higher quota of ${resource} was refused`
          : `The quota of ${resource} of ${workspace_name} is ${granted} now`,
      paragraphs: [
        `The workspace ${workspace_name} (${organization_name}) asked for a quota of ${resource} of ${wanted}. ` +
          (granted === null ? "The operator refused it." : `The operator granted ${granted}.`),
        ...(answer === null ? [] : [`The operator says: ${answer}`]),
      ],
      link: { label: "Open the quotas", path: `/workspaces/${workspace_id}/settings/quotas` },
    }),
  ),
  second_factor_off: letter(Place, ({ source_ip }) => ({
    subject: "Your second factor was turned off",
    paragraphs: [
      `The authenticator app of your account was turned off ${fromPlace(source_ip)}. ` +
        "Your password alone is enough to sign in.",
      "If this was not you, change your password and turn the second factor on again.",
    ],
    link: { label: "Open account security", path: "/account/security" },
  })),
  second_factor_on: letter(Place, ({ source_ip }) => ({
    subject: "Your second factor was turned on",
    paragraphs: [
      `An authenticator app was set up for your account ${fromPlace(source_ip)}. Signing in with your password now ` +
        "asks for a code.",
      "If this was not you, ask your administrator for help.",
    ],
    link: { label: "Open account security", path: "/account/security" },
  })),
  test_mail: letter(z.object({ by: Text }), ({ by }) => ({
    subject: "Test mail",
    paragraphs: [`${by} has asked for this mail. It has arrived, so others do, too.`],
  })),
  vm_released: letter(VmOfOwner, ({ vm_name, workspace_id, vm_id, page, ...place }) => ({
    subject: `${vm_name} can be started again`,
    paragraphs: [
      `An operator of this cloud released the VM ${vm_name} ${placeOf(place)}. It is not started by itself.`,
    ],
    link: { label: "Open the VM", path: `/workspaces/${workspace_id}/${page}/${vm_id}` },
  })),
  vm_stopped: letter(
    VmOfOwner.extend({ reason: Text }),
    ({ vm_name, workspace_id, vm_id, page, reason, ...place }) => ({
      subject: `${vm_name} was stopped by an operator`,
      paragraphs: [
        `An operator of this cloud stopped the VM ${vm_name} ${placeOf(place)}.`,
        `The reason: ${reason}`,
        "It cannot be started until they release it. You can still take snapshots of it and delete it. Ask their support.",
      ],
      link: { label: "Open the VM", path: `/workspaces/${workspace_id}/${page}/${vm_id}` },
    }),
  ),
  wallet_suspended: letter(z.object({ organization_name: Text, reason: Text.nullable() }), (details) => ({
    subject: `${details.organization_name} is suspended`,
    paragraphs: [
      `The organization ${details.organization_name} is suspended: it cannot buy anything until it is resumed.`,
      ...(details.reason === null ? [] : [`The reason: ${details.reason}`]),
    ],
    link: { label: "Open the console", path: "/" },
  })),
  webhook_switched_off: letter(
    z.object({
      ...{ organization_name: Text, workspace_name: Text, workspace_id: Text, webhook_id: Text, webhook_name: Text },
      reason: z.enum(WEBHOOK_DISABLED_REASONS),
    }),
    ({ organization_name, workspace_name, workspace_id, webhook_id, webhook_name, reason }) => ({
      subject: `The webhook ${webhook_name} was switched off`,
      paragraphs: [
        `The webhook ${webhook_name} of the workspace ${workspace_name} (${organization_name}) was switched off.`,
        reason === "gone"
          ? "Its receiver answered with the status 410, which says that it wants no more events."
          : "Its receiver has not accepted an event for three days.",
        "Events are not sent until you switch it on again. Deliveries that were not sent can be sent again one by one.",
      ],
      link: { label: "Open the webhook", path: `/workspaces/${workspace_id}/webhooks/${webhook_id}` },
    }),
  ),
} as const;

export type LetterName = keyof typeof LETTERS;

/** The details that the caller gives for a letter. */
export type LetterDetails<Name extends LetterName> = z.input<(typeof LETTERS)[Name]["details"]>;

export function writeLetter(name: LetterName, details: unknown, secret: string): Letter {
  return LETTERS[name].write(details, secret);
}

/** The resource, or how many. */
function resourcesOf({ alerts: [first], count }: z.infer<typeof Alerts>): string {
  return count === 1 && first !== undefined ? first.resource_name : `${count} resources`;
}

function minutesOf(minutes: number): string {
  return minutes === 1 ? "a minute" : `${minutes} minutes`;
}

function moreOf({ alerts, count }: z.infer<typeof Alerts>): string[] {
  return count > alerts.length ? [`And ${count - alerts.length} more.`] : [];
}

/** A rule that was deleted has no page, so an end links to all rules. */
function ruleLink(label: string, { workspace_id, alert_rule_id, alerts }: z.infer<typeof Alerts>) {
  const fires = alerts.every(({ end_reason }) => end_reason === null);
  return { label, path: `/workspaces/${workspace_id}/alert-rules${fires ? `/${alert_rule_id}` : ""}` };
}

function approvalRuleLink({ workspace_id }: z.infer<typeof ApprovalRule>) {
  const path = workspace_id === null ? "/" : `/workspaces/${workspace_id}/settings/organization`;
  return { label: "Open the settings", path };
}

/** An organization without workspaces has no page of its payments. */
function paymentLink({
  workspace_id,
  payment_id,
}: Pick<z.infer<typeof Paid>, "workspace_id" | "payment_id">): Pick<Letter, "link"> {
  if (workspace_id === null) return {};
  return { link: { label: "Open the payment", path: `/workspaces/${workspace_id}/billing/payments/${payment_id}` } };
}

/** A moment as people read it. */
function moment(iso: string): string {
  return `${new Date(iso).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

function fromPlace(sourceIp: string | null): string {
  return sourceIp === null ? "from an unknown address" : `from the address ${sourceIp}`;
}
