/** A backup cannot be taken or restored. The message is one sentence that says what to do. */
export class BackupRefusal extends Error {
  override readonly name = "BackupRefusal";
}
