import { isDecodable } from './decodable.ts'

type Variables = {
  SMTP_URL?: string | undefined
  BOUNCES_IMAP_URL?: string | undefined
  BOUNCES_ADDRESS?: string | undefined
  BOUNCES_PLUS_ADDRESSES?: string | undefined
}

/** A local part has 64 octets at most (RFC 5321, 4.5.3.1.1), and a plus and a token of 48 follow. */
const longestLocalPart = 15

/** A sentence about each address of a mail server that could not be used. Never a password. */
export function mailServersErrors({
  SMTP_URL,
  BOUNCES_IMAP_URL,
  BOUNCES_ADDRESS,
  BOUNCES_PLUS_ADDRESSES,
}: Variables): string[] {
  const [missing, given] = BOUNCES_ADDRESS
    ? ['BOUNCES_IMAP_URL', 'BOUNCES_ADDRESS']
    : ['BOUNCES_ADDRESS', 'BOUNCES_IMAP_URL']
  return [
    Boolean(BOUNCES_IMAP_URL) === Boolean(BOUNCES_ADDRESS)
      ? null
      : `${missing} is missing. Set it together with ${given}: one is the mailbox for bounces, the other its address.`,
    BOUNCES_PLUS_ADDRESSES === 'on' ? plusAddressError(BOUNCES_ADDRESS) : null,
    addressError('SMTP_URL', SMTP_URL, 'optional'),
    addressError('BOUNCES_IMAP_URL', BOUNCES_IMAP_URL, 'needed'),
  ].filter((sentence) => sentence !== null)
}

function plusAddressError(address: string | undefined): string | null {
  if (address === undefined)
    return 'BOUNCES_PLUS_ADDRESSES needs BOUNCES_ADDRESS, the address in front of whose @ each mail gets a plus and a token.'
  return address.lastIndexOf('@') > longestLocalPart
    ? `BOUNCES_ADDRESS has more than ${longestLocalPart} characters in front of its @, which leaves too little room for BOUNCES_PLUS_ADDRESSES. Use a shorter one, such as bounces@example.org.`
    : null
}

function addressError(name: string, value: string | undefined, user: 'optional' | 'needed'): string | null {
  if (value === undefined) return null
  const { hostname, username, password, pathname, search, hash } = new URL(value)
  if (hostname === '') return `${name} names no host. Use an address such as scheme://user:password@mail.example.org.`
  if ((pathname !== '' && pathname !== '/') || search !== '' || hash !== '')
    return `${name} must end after the host and port. Write / as %2F, ? as %3F and # as %23 in a password.`
  if (!isDecodable(username) || !isDecodable(password))
    return `${name} has a % that starts no code. Write % as %25 in the user and the password.`
  if (user === 'needed' && username === '') return `${name} names no user. Put user:password@ in front of the host.`
  if ((username === '') !== (password === ''))
    return `${name} has a ${username === '' ? 'password but no user' : 'user but no password'}. Put user:password@ in front of the host.`
  return null
}
