type Provider = {
  domains: RegExp
  /** Of several domains of one mailbox; the address keeps its own without it. */
  domain?: string
  /** Characters of the name that the provider ignores. */
  ignored?: RegExp
  /** Begins a tag, as a plus does everywhere. */
  tag?: string
}

const providers: readonly Provider[] = [
  { domains: /^(?:gmail|googlemail)\.com$/, domain: 'gmail.com', ignored: /\./g },
  { domains: /^(?:proton\.me|protonmail\.com|pm\.me)$/, domain: 'proton.me', ignored: /[._-]/g },
  { domains: /^(?:icloud|me|mac)\.com$/, domain: 'icloud.com' },
  // No name there has a hyphen of its own.
  { domains: /^(?:yahoo\.[a-z.]{2,6}|ymail\.com|rocketmail\.com)$/, tag: '-' },
]

/**
 * The inbox of an address: email to 'Ruth+news@Example.org' arrives at 'ruth@example.org', and Gmail ignores dots. One
 * person has as many addresses of an inbox as they like, so limits and votes count inboxes.
 */
export function inboxOf(address: string): string {
  const at = address.lastIndexOf('@')
  const [name, host] = [address.slice(0, at).toLowerCase(), address.slice(at + 1).toLowerCase()]
  const { domain = host, ignored, tag = '+' } = providers.find(({ domains }) => domains.test(host)) ?? {}
  const [untagged = ''] = name.split(/\+/)
  const [person = ''] = untagged.split(tag)
  return `${ignored ? person.replace(ignored, '') : person}@${domain}`
}
