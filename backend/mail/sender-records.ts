import { createPrivateKey, createPublicKey } from 'node:crypto'

/** The TXT records of a name, each as one text; `[]`: none; null: the name servers gave no answer. */
export type AskTxt = (name: string) => Promise<readonly string[] | null>

export type Finding = { state: 'good' | 'warning' | 'bad'; says: string }

export const good = (says: string): Finding => ({ state: 'good', says })
export const warning = (says: string): Finding => ({ state: 'warning', says })
export const bad = (says: string): Finding => ({ state: 'bad', says })
const unanswered = (what: string) => warning(`The name servers gave no answer about ${what}. Try again later.`)

const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1).toLowerCase()

/** The same domain, or one below the other: what DMARC calls relaxed alignment, without a list of public suffixes. */
const isAligned = (one: string, other: string, isStrict: boolean) =>
  one === other || (!isStrict && (one.endsWith(`.${other}`) || other.endsWith(`.${one}`)))

/** RFC 7208. */
async function spf(ask: AskTxt, domain: string): Promise<Finding> {
  const found = await ask(domain)
  if (found === null) return unanswered(`the SPF record of ${domain}`)
  const records = found.filter((text) => /^v=spf1(?: |$)/i.test(text))
  const [record] = records
  if (record === undefined)
    return bad(
      `${domain} has no SPF record. Add the one that your mail provider gives you, such as v=spf1 include:… -all.`,
    )
  if (records.length > 1) return bad(`${domain} has ${records.length} SPF records, so none counts. Join them into one.`)
  if (/\+all\b/i.test(record) || / all\b/i.test(record))
    return bad(`The SPF record of ${domain} lets every machine send as you (all). End it with -all or ~all.`)
  return good(`${domain} has an SPF record; your mail provider says what it has to include.`)
}

export type Dkim = { domainName: string; keySelector: string; privateKey: string }

const keyIn = (record: string) => /(?:^|;)\s*p=([^;]*)/i.exec(record)?.[1]?.replaceAll(/\s/g, '') ?? null

/** RFC 6376. The public half is in DNS as SubjectPublicKeyInfo (RSA), or as the bare key (Ed25519, RFC 8463). */
function publicHalf(privateKey: string): string[] {
  try {
    const key = createPublicKey(createPrivateKey(privateKey))
    const der = key.export({ format: 'der', type: 'spki' })
    return key.asymmetricKeyType === 'ed25519' ? [der.subarray(-32).toString('base64')] : [der.toString('base64')]
  } catch {
    return []
  }
}

async function dkim(ask: AskTxt, settings: Dkim | null): Promise<Finding> {
  if (settings === null)
    return warning(
      'The site does not sign its mail (DKIM_DOMAIN), so your mail server has to. Send yourself a test mail, and look for dkim=pass in its headers.',
    )
  const name = `${settings.keySelector}._domainkey.${settings.domainName}`
  const [record] = (await ask(name).then((found) => found ?? [null])) ?? []
  if (record === null) return unanswered(`the DKIM key at ${name}`)
  const published = record === undefined ? null : keyIn(record)
  if (published === null)
    return bad(`There is no DKIM key at ${name}. Publish the public half of DKIM_PRIVATE_KEY there.`)
  if (published === '')
    return bad(`The DKIM key at ${name} was revoked (p= is empty). Publish the public half of DKIM_PRIVATE_KEY.`)
  return publicHalf(settings.privateKey).includes(published)
    ? good(`The DKIM key at ${name} belongs to DKIM_PRIVATE_KEY.`)
    : bad(
        `The DKIM key at ${name} does not belong to DKIM_PRIVATE_KEY. Publish its public half, or use the key that belongs to the record.`,
      )
}

/** RFC 7489: the record of the domain itself, else that of a domain above it. */
async function dmarcOf(ask: AskTxt, domain: string): Promise<string | null | undefined> {
  const labels = domain.split('.')
  for (let from = 0; from < labels.length - 1; from++) {
    const found = await ask(`_dmarc.${labels.slice(from).join('.')}`)
    if (found === null) return null
    const record = found.find((text) => /^v=DMARC1\b/i.test(text))
    if (record !== undefined) return record
  }
  return undefined
}

async function dmarc(
  ask: AskTxt,
  { from, envelope, signer }: { from: string; envelope: string; signer: string | null },
): Promise<Finding> {
  const record = await dmarcOf(ask, from)
  if (record === null) return unanswered(`the DMARC record of ${from}`)
  if (record === undefined)
    return bad(
      `${from} has no DMARC record, which Gmail and Yahoo ask of everyone who sends much mail. Add v=DMARC1; p=none at _dmarc.${from}.`,
    )
  const isStrict = (tag: 'aspf' | 'adkim') => new RegExp(`(?:^|;)\\s*${tag}\\s*=\\s*s\\b`, 'i').test(record)
  const bySpf = isAligned(envelope, from, isStrict('aspf'))
  const byDkim = signer !== null && isAligned(signer, from, isStrict('adkim'))
  if (bySpf || byDkim) return good(`${from} has a DMARC record, and ${byDkim ? 'DKIM' : 'SPF'} agrees with it.`)
  const signing = signer === null ? 'your mail server has to sign as that domain' : `DKIM signs as ${signer}`
  return (signer === null ? warning : bad)(
    `Mail comes from ${from}, but is returned to ${envelope}, and ${signing}: DMARC passes only when one of them agrees. Use BOUNCES_ADDRESS at ${from}, or sign with DKIM_DOMAIN=${from}.`,
  )
}

/** Records by which receivers tell that our mail is ours: SPF, DKIM and DMARC of the sender’s domain, in that order. */
export async function senderFindings(
  ask: AskTxt,
  {
    mailFrom,
    returnAddress,
    dkim: settings,
  }: { mailFrom: string; returnAddress: string | undefined; dkim: Dkim | null },
): Promise<Finding[]> {
  const from = domainOf(mailFrom)
  const envelope = domainOf(returnAddress ?? mailFrom)
  return Promise.all([
    spf(ask, envelope),
    dkim(ask, settings),
    dmarc(ask, { from, envelope, signer: settings?.domainName.toLowerCase() ?? null }),
  ])
}
