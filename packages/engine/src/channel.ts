/**
 * The NOTIFY channel that wakes workers. The accepting transaction inserts the operation and notifies. The payload is
 * the operation's id or empty.
 */
export const OPERATION_CHANNEL = "fulmar_operation";
