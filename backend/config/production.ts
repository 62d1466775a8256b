/** Settings that must not go public; each function returns one sentence that says what to do, or null. */

const samples = ['change-me', 'changeme', 'secret', 'example', 'default']
const samplePasswords = ['password', 'postgres', 'campaign', 'change-me', 'example']

export function secretError(secret: string | undefined): string | null {
  if (!secret)
    return 'APP_SECRET is missing. Make one with `openssl rand -base64 32` and keep it safe: without it, personal data cannot be decrypted.'
  const isSample = samples.some((sample) => secret.toLowerCase().includes(sample))
  if (isSample || Buffer.from(secret, 'base64').length < 32 || new Set(secret).size < 10)
    return 'APP_SECRET is a sample value or too short. Make one with `openssl rand -base64 32`.'
  return null
}

export function databaseError(url: string | undefined): string | null {
  if (url === undefined || !URL.canParse(url)) return null
  const { password } = new URL(url)
  if (!samplePasswords.includes(decodeURIComponent(password))) return null
  return 'The password of the database is a sample (DATABASE_URL or DATABASE_PASSWORD). Choose your own.'
}

const catchers =
  /^(?:mailpit|mailhog|maildev|mailcatcher|inbucket|smtp4dev|greenmail)$|(?:^|\.)sandbox\.smtp\.mailtrap\.io$/
const catcherPort = '1025'

/** Reserved domains (RFC 2606, RFC 6761). */
export const isSampleHost = (host: string): boolean =>
  /(?:^|\.)example\.(?:com|net|org)$|(?:^|\.)(?:example|invalid|test)$/i.test(host)

export function mailServerError(smtpUrl: string | undefined): string | null {
  if (!smtpUrl)
    return 'SMTP_URL is missing. Set it to your mail server, such as smtps://user:password@mail.example.org.'
  const { hostname, port } = new URL(smtpUrl)
  if (catchers.test(hostname.toLowerCase()) || port === catcherPort)
    return `SMTP_URL is a mail catcher (${hostname}), which delivers nothing. Set it to your mail server.`
  return null
}

export function senderError(mailFrom: string | undefined): string | null {
  if (!mailFrom) return 'MAIL_FROM is missing. Set it to the address that your mail comes from.'
  if (isSampleHost(mailFrom.split('@').at(-1) ?? ''))
    return `MAIL_FROM is a sample (${mailFrom}). Set it to the address that your mail comes from.`
  return null
}
