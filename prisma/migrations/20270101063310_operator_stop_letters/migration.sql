-- Letters to the owners of a VM that an operator stops and releases.
ALTER TABLE "mail" DROP CONSTRAINT "mail_letter_known", ADD CONSTRAINT "mail_letter_known" CHECK ("letter" IN (
  'alert_firing', 'alert_resolved', 'announcement', 'budget_reached', 'invitation', 'invoice_issued', 'invoice_reminder', 'member_removed',
  'new_sign_in', 'one_person_asked', 'one_person_enough', 'password_changed', 'password_reset', 'payment_arrived',
  'payment_refunded', 'quota_decided', 'second_factor_off', 'second_factor_on', 'test_mail', 'vm_released', 'vm_stopped',
  'wallet_suspended', 'webhook_switched_off'));
