import { purgeMail, sendMail } from "./send-mail.ts";

export {
  mailDelivery,
  readMailServer,
  resealMailPassword,
  sealMailPassword,
  sealTriedServer,
  sendsMail,
} from "./mail-server.ts";
export {
  newPlaceQuery,
  noticeQuery,
  onePersonQuery,
  removedMemberQuery,
  tellOfBudget,
  tellOfDispute,
  tellOfNewInvoice,
  tellOfOperatorStop,
  tellOfPayment,
  tellOfQuota,
  tellOfReminder,
  tellOfSuspension,
  tellOfWebhook,
} from "./notices.ts";
export { isLoopback } from "./post.ts";
export { mailQuery } from "./queue-mail.ts";
export { resealMails } from "./reseal-mails.ts";
export { createMailer, type InvoicePdf, type Mailer } from "./send-mail.ts";

export const mailReconcilers = [sendMail, purgeMail] as const;
