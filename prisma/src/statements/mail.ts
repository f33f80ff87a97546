// Written by `npm run generate` from what the database says of each statement (docs/adr/0029). Do not edit.
export interface MailStatements {
  mail_claim: {
    values: {
      readonly limit: bigint | number;
    };
    row: {
      mail_id: string;
      recipient: string;
      letter: "alert_firing" | "alert_resolved" | "announcement" | "budget_reached" | "invitation" | "invoice_issued" | "invoice_reminder" | "member_removed" | "new_sign_in" | "one_person_asked" | "one_person_enough" | "password_changed" | "password_reset" | "payment_arrived" | "payment_disputed" | "payment_refunded" | "quota_decided" | "second_factor_off" | "second_factor_on" | "test_mail" | "vm_released" | "vm_stopped" | "wallet_suspended" | "webhook_switched_off";
      details: unknown;
      secret: Buffer | null;
      expired: boolean;
      cloud: string;
      support_email: string | null;
    };
  };
  mail_failed: {
    values: {
      readonly problem: string | null;
      readonly mail_id: string;
    };
    row: {};
  };
  mail_give_up: {
    values: {
      readonly problem: string | null;
      readonly mail_id: string;
    };
    row: {};
  };
  mail_give_up_all: {
    values: Record<never, never>;
    row: {};
  };
  mail_insert: {
    values: {
      readonly recipient: string;
      readonly letter: string;
      readonly details: string;
      readonly secret: Uint8Array | null;
      readonly sent_for: string | null;
      readonly worth_minutes: number;
    };
    row: {};
  };
  mail_purge: {
    values: {
      readonly limit: bigint | number;
    };
    row: {
      "?column?": number;
    };
  };
  mail_reseal: {
    values: {
      readonly ids: readonly string[];
      readonly former: readonly Uint8Array[];
      readonly sealed: readonly (Uint8Array | null)[];
    };
    row: {
      mail_id: string;
    };
  };
  mail_sealed: {
    values: {
      readonly after: string;
    };
    row: {
      mail_id: string;
      recipient: string;
      letter: "alert_firing" | "alert_resolved" | "announcement" | "budget_reached" | "invitation" | "invoice_issued" | "invoice_reminder" | "member_removed" | "new_sign_in" | "one_person_asked" | "one_person_enough" | "password_changed" | "password_reset" | "payment_arrived" | "payment_disputed" | "payment_refunded" | "quota_decided" | "second_factor_off" | "second_factor_on" | "test_mail" | "vm_released" | "vm_stopped" | "wallet_suspended" | "webhook_switched_off";
      secret: Buffer;
    };
  };
  mail_sent: {
    values: {
      readonly mail_id: string;
    };
    row: {};
  };
  mail_server: {
    values: Record<never, never>;
    row: {
      host: string;
      port: number;
      encryption: "starttls" | "tls" | "none";
      username: string | null;
      password_sealed: Buffer | null;
      sender: string;
      updated_at: Date;
    };
  };
  mail_server_is_set: {
    values: Record<never, never>;
    row: {
      singleton: boolean;
    };
  };
  mail_server_reseal: {
    values: {
      readonly ids: readonly string[];
      readonly former: readonly Uint8Array[];
      readonly sealed: readonly (Uint8Array | null)[];
    };
    row: {
      host: string;
    };
  };
  mail_server_sealed: {
    values: {
      readonly after: string;
    };
    row: {
      id: string;
      sealed: Buffer;
    };
  };
  mail_to_managers: {
    values: {
      readonly letter: string;
      readonly by: string;
      readonly asked_by: string | null;
      readonly organization_id: string;
    };
    row: {};
  };
  mail_to_new_place: {
    values: {
      readonly source_ip: string | null;
      readonly user_id: string;
    };
    row: {};
  };
  mail_to_removed_member: {
    values: {
      readonly user_id: string;
      readonly organization_id: string;
    };
    row: {};
  };
  mail_to_user: {
    values: {
      readonly letter: string;
      readonly details: string;
      readonly user_id: string;
    };
    row: {};
  };
}
