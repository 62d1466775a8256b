/**
 * The message of every start and every tool that was given another secret than the one that `what` was written with.
 */
export const wrongSecret = (what: string): string =>
  `${what} was written with another APP_SECRET, without which the personal data in it cannot be read. Set APP_SECRET to that one, or copy the app-secret file that belongs to it into DATA_DIR.`
