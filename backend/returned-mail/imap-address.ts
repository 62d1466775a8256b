/** A mailbox as the setting names it, such as imaps://user:password@mail.example.org. */
export type ImapAddress = { host: string; port: number; secure: boolean; user: string; password: string }

/** Parses a setting that imapAddressError has checked. */
export function imapAddressOf(setting: string): ImapAddress {
  const { hostname, port, username, password, protocol } = new URL(setting)
  const secure = protocol === 'imaps:'
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (secure ? 993 : 143),
    secure,
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
  }
}
