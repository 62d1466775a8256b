type Place = {
  /** Start of the sentence, such as 'The mail server mail.example.org'. */
  server: string
  host: string
  port: number
  /** The variable that names it. */
  setting: string
  /** Its schemes and usual ports: with STARTTLS, and with TLS from the first byte. */
  upgraded: { scheme: string; port: number }
  secure: { scheme: string; port: number }
}

/**
 * One sentence about why a connection could not be made, and what to do; null: something else is wrong. Servers quote
 * addresses and passwords, so nothing of their words is shown.
 */
export function connectionProblem(error: unknown, place: Place): string | null {
  const { code, message } = errorDetails(error)
  const { server, host, port, setting, upgraded, secure } = place
  if (/STARTTLS|upgrad/i.test(message) && !/certificate/i.test(message))
    return `${server} offers no encryption on port ${port}. Use ${secure.scheme} in ${setting}, or turn on STARTTLS there.`
  if (/altnames/i.test(message))
    return `The certificate of ${lowered(server)} is for another name than ${host}. Use that name in ${setting}.`
  if (/certificate has expired/i.test(message)) return `The certificate of ${lowered(server)} has expired. Renew it.`
  if (/certificate|unable to (?:get|verify)/i.test(message))
    return `${server} has a certificate of an unknown authority. Set NODE_EXTRA_CA_CERTS to the file of that authority.`
  if (/wrong version number|packet length|SSL routines/i.test(message))
    return `${server} speaks no TLS on port ${port}. Use ${upgraded.scheme} for STARTTLS (${upgraded.port}) and ${secure.scheme} for TLS (${secure.port}).`
  if (code === 'EDNS' || /ENOTFOUND|EAI_AGAIN/.test(message))
    return `${server} has no address. Correct the host in ${setting}.`
  if (isUnanswered(code)) return `${server} does not answer on port ${port}. Start it, or correct ${setting}.`
  return null
}

/** Codes of Node, nodemailer and imapflow for a server that is not there, or says nothing. */
const isUnanswered = (code: string): boolean =>
  /^(?:ECONN\w*|ESOCKET|ETIMEDOUT|ETIMEOUT|EHOSTUNREACH|ENETUNREACH|EPIPE)$/.test(code) ||
  /^(?:CONNECT|GREETING|UPGRADE)_TIMEOUT$/.test(code)

const lowered = (words: string): string => words.charAt(0).toLowerCase() + words.slice(1)

export function errorDetails(error: unknown): { code: string; message: string } {
  if (!(error instanceof Error)) return { code: '', message: '' }
  const code: unknown = Reflect.get(error, 'code')
  return { code: typeof code === 'string' ? code : '', message: error.message }
}
