import { type Query, queryOf, statement } from "@fulmar/prisma";
import type { LetterDetails } from "./letters.ts";

const toUser = statement(
  "mail_to_user",
  `INSERT INTO mail (recipient, letter, details) SELECT u.email, $letter, $details FROM "user" u WHERE u.id = $user_id`,
);

const toRemovedMember = statement(
  "mail_to_removed_member",
  `INSERT INTO mail (recipient, letter, details)
   SELECT u.email, 'member_removed', jsonb_build_object('organization_name', o.name)
     FROM "user" u CROSS JOIN organization o WHERE u.id = $user_id AND o.organization_id = $organization_id`,
);

const toManagers = statement(
  "mail_to_managers",
  `INSERT INTO mail (recipient, letter, details)
   SELECT u.email, $letter, jsonb_build_object('organization_name', o.name, 'by', p.name, 'asked_by', a.name,
          'workspace_id', (SELECT min(w.workspace_id) FROM workspace w
                            WHERE w.organization_id = o.organization_id AND w.deleted_at IS NULL)::text)
     FROM organization o JOIN "user" p ON p.id = $by LEFT JOIN "user" a ON a.id = $asked_by
     JOIN member m ON m.organization_id = o.organization_id AND m.role IN ('owner', 'admin')
     JOIN "user" u ON u.id = m.user_id
    WHERE o.organization_id = $organization_id`,
);

// Addresses change with the place, so networks are compared. The first sign-in of an account is no news.
const toNewPlace = statement(
  "mail_to_new_place",
  `INSERT INTO mail (recipient, letter, details)
   SELECT u.email, 'new_sign_in',
          jsonb_build_object('source_ip', $source_ip::text, 'at',
                             to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI "UTC"'))
     FROM "user" u
    WHERE u.id = $user_id AND network_of($source_ip) IS NOT NULL
      AND EXISTS (SELECT FROM audit_event e
                   WHERE e.workspace_id IS NULL AND e.actor_id = u.id AND e.action = 'account.signIn')
      AND NOT EXISTS (
        SELECT FROM audit_event e
         WHERE e.workspace_id IS NULL AND e.actor_id = u.id AND e.action = 'account.signIn'
           AND e.at > now() - interval '90 days'
           AND network_of(e.source_ip) = network_of($source_ip))`,
);

/**
 * SQL that tells those who pay for an organization of its suspension.
 * @param suspended a CTE with `organization_id` and `suspended_reason`
 */
export function tellOfSuspension(suspended: string): string {
  return `INSERT INTO mail (recipient, letter, details)
     SELECT u.email, 'wallet_suspended', jsonb_build_object('organization_name', o.name, 'reason', s.suspended_reason)
       FROM ${suspended} s JOIN organization o ON o.organization_id = s.organization_id
       JOIN member m ON m.organization_id = s.organization_id AND m.role IN ('owner', 'admin', 'billing')
       JOIN "user" u ON u.id = m.user_id`;
}

/** SQL of a path of an organization's console, by its id. Null without a workspace. */
const firstWorkspace = (organization: string) => `(SELECT min(w.workspace_id) FROM workspace w
               WHERE w.organization_id = ${organization} AND w.deleted_at IS NULL)::text`;

/** SQL that makes mails about invoices, for owners and billing members and the address of the billing details. */
const tellOfInvoice = (letter: string, invoices: string, details: string) =>
  `INSERT INTO mail (recipient, letter, details)
     SELECT reader.email, '${letter}', jsonb_build_object('organization_name', o.name, 'number', s.number, 'month', s.month,
            'organization_id', s.organization_id, 'invoice_id', s.invoice_id, 'currency', s.currency, 'workspace_id', ${firstWorkspace("s.organization_id")}, 'due_at', s.due_at, ${details})
       FROM ${invoices} s JOIN organization o ON o.organization_id = s.organization_id
      CROSS JOIN LATERAL (
         SELECT u.email FROM member m JOIN "user" u ON u.id = m.user_id
          WHERE m.organization_id = s.organization_id AND m.role IN ('owner', 'billing')
          UNION
         SELECT b.email FROM billing_details b
          WHERE b.organization_id = s.organization_id AND b.email IS NOT NULL) AS reader`;

/**
 * SQL that reminds of unpaid invoices.
 * @param invoices a CTE with columns of `invoice`, its `due_at` and what is `outstanding`
 */
export function tellOfReminder(invoices: string): string {
  return tellOfInvoice("invoice_reminder", invoices, "'outstanding', s.outstanding::text");
}

/** SQL that tells of new invoices. @param invoices a CTE with columns of `invoice` */
export function tellOfNewInvoice(invoices: string): string {
  return tellOfInvoice("invoice_issued", invoices, "'total', s.total::text, 'outstanding', s.owed::text");
}

/**
 * SQL that tells the administrators of an organization that a webhook was switched off.
 * @param moved a CTE with `workspace_id`, `webhook_id`, `name` and `disabled_reason`
 */
export function tellOfWebhook(moved: string): string {
  return `INSERT INTO mail (recipient, letter, details)
     SELECT u.email, 'webhook_switched_off', jsonb_build_object('organization_name', o.name, 'workspace_name', w.name,
            'workspace_id', w.workspace_id::text, 'webhook_id', s.webhook_id, 'webhook_name', s.name, 'reason',
            s.disabled_reason)
       FROM ${moved} s JOIN workspace w ON w.workspace_id = s.workspace_id
       JOIN organization o ON o.organization_id = w.organization_id
       JOIN member m ON m.organization_id = o.organization_id AND m.role IN ('owner', 'admin')
       JOIN "user" u ON u.id = m.user_id`;
}

/**
 * SQL that tells an organization's owners and billing members that a threshold of a budget is reached.
 * @param reached a CTE with the budget, its `at_cap`, `spent` and `expected` of the month, and the `basis` and the
 * `percent` that is reached
 * @param currency the parameter with the currency
 */
export function tellOfBudget(reached: string, currency: string): string {
  return `INSERT INTO mail (recipient, letter, details)
     SELECT u.email, 'budget_reached',
            jsonb_build_object('organization_name', o.name, 'workspace_name', w.name, 'budget_name', r.name,
            'basis', r.basis, 'percent', r.percent, 'at_cap', r.at_cap, 'amount', r.amount::text, 'spent',
            r.spent::text, 'expected', r.expected::text, 'currency', ${currency}::text,
            'workspace_id', coalesce(r.workspace_id, (SELECT min(first.workspace_id) FROM workspace first
               WHERE first.organization_id = r.organization_id AND first.deleted_at IS NULL))::text)
       FROM ${reached} r JOIN organization o ON o.organization_id = r.organization_id
       LEFT JOIN workspace w ON w.workspace_id = r.workspace_id
       JOIN member m ON m.organization_id = r.organization_id AND m.role IN ('owner', 'billing')
       JOIN "user" u ON u.id = m.user_id`;
}

/**
 * SQL that tells those who pay for an organization that a payment arrived, or that one is refunded.
 * @param moved a CTE with `organization_id`, `payment_id`, `money`, `currency`, `unbooked` and `reason`
 */
export function tellOfPayment(letter: "payment_arrived" | "payment_refunded", moved: string): string {
  return `INSERT INTO mail (recipient, letter, details)
     SELECT u.email, '${letter}',
            jsonb_build_object('organization_name', o.name, 'payment_id', t.payment_id, 'amount',
            trim_scale(t.money)::text, 'currency', t.currency, 'unbooked', t.unbooked, 'reason', t.reason,
            'workspace_id', (SELECT min(w.workspace_id) FROM workspace w
                              WHERE w.organization_id = o.organization_id AND w.deleted_at IS NULL)::text)
       FROM ${moved} t JOIN organization o ON o.organization_id = t.organization_id
       JOIN member m ON m.organization_id = t.organization_id AND m.role IN ('owner', 'billing')
       JOIN "user" u ON u.id = m.user_id`;
}

/**
 * SQL that tells those who pay for an organization what becomes of a disputed payment.
 * @param disputed a CTE with columns of the table `payment_dispute`
 */
export function tellOfDispute(disputed: string): string {
  return `INSERT INTO mail (recipient, letter, details)
     SELECT u.email, 'payment_disputed',
            jsonb_build_object('organization_name', o.name, 'payment_id', d.payment_id, 'amount',
            trim_scale(d.amount)::text, 'currency', d.currency, 'state', d.state, 'reason', d.reason, 'taken',
            trim_scale(d.taken)::text, 'booked', d.unbooked IS NULL,
            'workspace_id', ${firstWorkspace("d.organization_id")})
       FROM ${disputed} d JOIN organization o ON o.organization_id = d.organization_id
       JOIN member m ON m.organization_id = d.organization_id AND m.role IN ('owner', 'billing')
       JOIN "user" u ON u.id = m.user_id`;
}

/**
 * SQL that tells who asked for a higher quota what an operator decided. A token's request is told to owners and admins.
 * @param decided a CTE with columns of the table `quota_request`
 */
export function tellOfQuota(decided: string): string {
  return `INSERT INTO mail (recipient, letter, details)
     SELECT u.email, 'quota_decided', jsonb_build_object('organization_name', o.name, 'workspace_name', w.name,
            'workspace_id', w.workspace_id::text, 'resource', r.resource, 'wanted', r.wanted, 'granted', r.granted,
            'answer', r.answer)
       FROM ${decided} r JOIN organization o ON o.organization_id = r.organization_id
       JOIN workspace w ON w.workspace_id = r.workspace_id
       JOIN member m ON m.organization_id = r.organization_id
        AND (m.user_id = r.requested_by OR (m.role IN ('owner', 'admin')
             AND NOT EXISTS (SELECT FROM "user" asked WHERE asked.id = r.requested_by)))
       JOIN "user" u ON u.id = m.user_id`;
}

/**
 * SQL that tells the owners of an organization that an operator stopped or released a VM.
 * @param changed a CTE with columns of the table `vm`, `held_reason` as it is now
 */
export function tellOfOperatorStop(changed: string): string {
  return `INSERT INTO mail (recipient, letter, details)
     SELECT u.email, CASE WHEN v.held_reason IS NULL THEN 'vm_released' ELSE 'vm_stopped' END,
            jsonb_strip_nulls(jsonb_build_object('organization_name', o.name, 'workspace_name', w.name,
              'workspace_id', w.workspace_id::text, 'vm_id', v.vm_id, 'vm_name', v.name,
              'page', v.type || '-vms', 'reason', v.held_reason))
       FROM ${changed} v JOIN workspace w ON w.workspace_id = v.workspace_id
       JOIN organization o ON o.organization_id = w.organization_id
       JOIN member m ON m.organization_id = o.organization_id AND m.role = 'owner'
       JOIN "user" u ON u.id = m.user_id`;
}

/** The query that tells a user of a change to how they sign in. */
export function noticeQuery<Name extends "password_changed" | "second_factor_off" | "second_factor_on">(
  userId: string,
  letter: Name,
  details: LetterDetails<Name>,
): Query<"mail_to_user"> {
  return queryOf(toUser, { user_id: userId, letter, details: JSON.stringify(details) });
}

/** The query that tells a user that somebody ended their membership. */
export function removedMemberQuery(userId: string, organizationId: string): Query<"mail_to_removed_member"> {
  return queryOf(toRemovedMember, { user_id: userId, organization_id: organizationId });
}

/**
 * The query that tells all owners and admins that somebody has asked, or that a second one has agreed, that one person
 * be enough to approve what guarded tokens ask for.
 */
export function onePersonQuery(
  letter: "one_person_asked" | "one_person_enough",
  organizationId: string,
  by: string,
  askedBy: string | null,
): Query<"mail_to_managers"> {
  return queryOf(toManagers, { organization_id: organizationId, letter, by, asked_by: askedBy });
}

/**
 * The query that tells a user of a sign-in from a network from which they have not signed in for 90 days. It must be
 * sent before the event of this sign-in is written.
 */
export function newPlaceQuery(userId: string, sourceIp: string): Query<"mail_to_new_place"> {
  return queryOf(toNewPlace, { user_id: userId, source_ip: sourceIp });
}
