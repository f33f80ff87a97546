// Written by `npm run generate` from what the database says of each statement (docs/adr/0029). Do not edit.
export interface MailStatements {
  mail_claim: {
    values: readonly [bigint | number | null];
    row: {
      mail_id: string;
      recipient: string;
      letter: "alert_firing" | "alert_resolved" | "budget_reached" | "invitation" | "member_removed" | "new_sign_in" | "one_person_asked" | "one_person_enough" | "password_changed" | "password_reset" | "second_factor_off" | "second_factor_on" | "wallet_suspended" | "webhook_switched_off";
      details: unknown;
      secret: Buffer | null;
      expired: boolean;
    };
  };
  mail_failed: {
    values: readonly [string | null, string | null];
    row: {};
  };
  mail_give_up: {
    values: readonly [string | null, string | null];
    row: {};
  };
  mail_give_up_all: {
    values: readonly [];
    row: {};
  };
  mail_insert: {
    values: readonly [string, string, string, Uint8Array | null, string | null, number | null];
    row: {};
  };
  mail_purge: {
    values: readonly [bigint | number | null];
    row: {
      "?column?": number;
    };
  };
  mail_reseal: {
    values: readonly [readonly (string | null)[] | null, readonly (Uint8Array | null)[] | null, readonly (Uint8Array | null)[] | null];
    row: {
      mail_id: string;
    };
  };
  mail_sealed: {
    values: readonly [string | null];
    row: {
      mail_id: string;
      recipient: string;
      letter: "alert_firing" | "alert_resolved" | "budget_reached" | "invitation" | "member_removed" | "new_sign_in" | "one_person_asked" | "one_person_enough" | "password_changed" | "password_reset" | "second_factor_off" | "second_factor_on" | "wallet_suspended" | "webhook_switched_off";
      secret: Buffer;
    };
  };
  mail_sent: {
    values: readonly [string | null];
    row: {};
  };
  mail_to_managers: {
    values: readonly [string | null, string | null, string | null, string | null];
    row: {};
  };
  mail_to_new_place: {
    values: readonly [string | null, string | null];
    row: {};
  };
  mail_to_removed_member: {
    values: readonly [string | null, string | null];
    row: {};
  };
  mail_to_user: {
    values: readonly [string | null, string | null, string | null];
    row: {};
  };
}
