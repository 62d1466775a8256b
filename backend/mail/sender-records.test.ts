import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type Dkim, senderFindings } from './sender-records.ts'

const pair = generateKeyPairSync('ed25519', {
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'der' },
})
const published = pair.publicKey.subarray(-32).toString('base64')
const dkim: Dkim = { domainName: 'example.org', keySelector: 'mail', privateKey: pair.privateKey }

const records: Record<string, string[] | null> = {
  'example.org': ['some-site-verification=1', 'v=spf1 include:mail.example.net -all'],
  'mail._domainkey.example.org': [`v=DKIM1; k=ed25519; p=${published}`],
  '_dmarc.example.org': ['v=DMARC1; p=quarantine'],
}

async function found(
  change: Record<string, string[] | null> = {},
  sender: { mailFrom?: string; returnAddress?: string; dkim?: Dkim | null } = {},
) {
  const all = { ...records, ...change }
  const findings = await senderFindings(async (name) => (name in all ? (all[name] ?? null) : []), {
    mailFrom: 'news@example.org',
    returnAddress: undefined,
    dkim,
    ...sender,
  })
  return findings.map(({ state, says }) => `${state}: ${says}`)
}

describe('the records of the sender', () => {
  it('are good when SPF, DKIM and DMARC agree', async () => {
    expect(await found()).toEqual([
      'good: example.org has an SPF record; your mail provider says what it has to include.',
      'good: The DKIM key at mail._domainkey.example.org belongs to DKIM_PRIVATE_KEY.',
      'good: example.org has a DMARC record, and DKIM agrees with it.',
    ])
  })

  it.each([
    ['no SPF record', { 'example.org': [] }, /bad: example\.org has no SPF record/],
    ['two of them', { 'example.org': ['v=spf1 -all', 'v=spf1 mx -all'] }, /bad: example\.org has 2 SPF records/],
    [
      'one that allows all',
      { 'example.org': ['v=spf1 +all'] },
      /bad: The SPF record of example\.org lets every machine/,
    ],
    ['no DKIM key', { 'mail._domainkey.example.org': [] }, /bad: There is no DKIM key/],
    ['a revoked key', { 'mail._domainkey.example.org': ['v=DKIM1; p='] }, /bad: .* was revoked/],
    ['the key of another', { 'mail._domainkey.example.org': ['v=DKIM1; p=AAAA'] }, /bad: .* does not belong/],
    ['no DMARC record', { '_dmarc.example.org': [] }, /bad: example\.org has no DMARC record/],
    ['no answer', { '_dmarc.example.org': null }, /warning: The name servers gave no answer about the DMARC record/],
  ])('%s is said', async (_what, change, sentence) => {
    expect((await found(change)).join('\n')).toMatch(sentence)
  })

  it('of a domain below are judged by the record above it', async () => {
    const subdomain = { 'news.example.org': ['v=spf1 mx -all'] }
    expect(await found(subdomain, { mailFrom: 'hello@news.example.org' })).toContain(
      'good: news.example.org has a DMARC record, and DKIM agrees with it.',
    )
    const strict = { ...subdomain, '_dmarc.example.org': ['v=DMARC1; p=reject; adkim=s; aspf=s'] }
    expect((await found(strict, { mailFrom: 'hello@news.example.org' })).at(-1)).toContain('and SPF agrees')
  })

  it('that do not align are said with what to do', async () => {
    const elsewhere = { returnAddress: 'bounces@relay.example.net', dkim: { ...dkim, domainName: 'example.com' } }
    expect((await found({}, elsewhere)).at(-1)).toMatch(
      /^bad: Mail comes from example\.org, but is returned to relay\.example\.net, and DKIM signs as example\.com: .*DKIM_DOMAIN=example\.org/,
    )
    expect((await found({}, { ...elsewhere, dkim: null })).at(-1)).toMatch(/^warning: .*your mail server has to sign/)
  })
})
