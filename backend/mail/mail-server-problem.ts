type Server = { host: string; port: number }

/**
 * One sentence about why the mail server cannot be used, and what to do. Nodemailer keeps the reason of a failed TLS
 * handshake only in its message; nothing else of a message is shown, since servers quote addresses and passwords.
 */
export function mailServerProblem(error: unknown, { host, port }: Server): string {
  const { code, message } = detailsOf(error)
  const server = `The mail server ${host}`
  if (code === 'EAUTH') return `${server} rejects the user or the password in SMTP_URL. Correct them, then restart.`
  if (/STARTTLS|upgrad/i.test(message) && code === 'ETLS')
    return `${server} offers no encryption on port ${port}. Use smtps:// in SMTP_URL, or turn on STARTTLS there.`
  if (/altnames/i.test(message))
    return `The certificate of the mail server is for another name than ${host}. Use that name in SMTP_URL.`
  if (/certificate has expired/i.test(message))
    return `The certificate of the mail server ${host} has expired. Renew it.`
  if (/certificate|unable to (?:get|verify)/i.test(message))
    return `${server} has a certificate of an unknown authority. Set NODE_EXTRA_CA_CERTS to the file of that authority.`
  if (/wrong version number|packet length|SSL routines/i.test(message))
    return `${server} speaks no TLS on port ${port}. Use smtp:// for STARTTLS (587) and smtps:// for TLS (465).`
  if (code === 'EDNS' || /ENOTFOUND|EAI_AGAIN/.test(message))
    return `${server} has no address. Correct the host in SMTP_URL.`
  if (code === 'EENVELOPE') return `${server} refuses the sender or the recipient. Check MAIL_FROM.`
  if (['ECONNECTION', 'ESOCKET', 'ETIMEDOUT', 'ECONNREFUSED'].includes(code))
    return `${server} does not answer on port ${port}. Start it, or correct SMTP_URL.`
  return `${server} does not take our mail (${code || 'no reason given'}). Check SMTP_URL and the log of that server.`
}

function detailsOf(error: unknown): { code: string; message: string } {
  if (!(error instanceof Error)) return { code: '', message: '' }
  const code: unknown = Reflect.get(error, 'code')
  return { code: typeof code === 'string' ? code : '', message: error.message }
}
