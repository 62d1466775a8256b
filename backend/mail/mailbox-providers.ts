const providers: { [provider: string]: RegExp } = {
  gmail: /^(gmail|googlemail)\.com$/,
  outlook: /^(outlook|hotmail|live|msn)\./,
  yahoo: /^(yahoo|ymail|rocketmail|aol)\./,
  icloud: /^(icloud|me|mac)\.com$/,
}

/** The provider of a mailbox: one of the few with so many users that it identifies none of them, or 'other'. */
export function mailboxProvider(email: string): string {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  return Object.entries(providers).find(([, domains]) => domains.test(domain))?.[0] ?? 'other'
}
