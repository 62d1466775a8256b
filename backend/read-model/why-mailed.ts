import type { Knex } from 'knex'
import type { WhyMailed } from '../../contract/mail-consents.ts'
import type { MailedTo } from '../../records/mail.ts'
import { explainRecipient } from './email-campaign-explanations.ts'
import { actFacts } from './known-facts.ts'
import { agreedHash } from './known-words.ts'
import { presentSubject, suppressionOf } from './mail-consents.ts'

type Rows = { [column: string]: unknown }[]

/** The rules are written for staff, about a person: 'They signed up for email updates on the site.' */
const toPerson = (sentence: string) => sentence.replace(/\bThey\b/g, 'You').replace(/\btheir\b/g, 'your')

const isReceipt = 'You sent us something, and this email answers it.'
const isTest = 'Our team tried this email out before it was sent.'

async function historyOf(knex: Knex, subjects: readonly string[]): Promise<{ history: Rows; wordings: Rows }> {
  const history = await knex('read.history')
    .whereIn('subject', [...subjects])
    .orderBy('at')
    .select<(Rows[number] & { details: { [field: string]: unknown } })[]>(
      { at: 'at', type: 'type', topic: 'topic', itemId: 'item_id' },
      knex.raw('changes || personal AS details'),
    )
  const hashes = history.flatMap(({ details }) => agreedHash(details) ?? [])
  const wordings = await knex('read.wordings').whereIn('hash', hashes).distinct<Rows>('hash', 'text')
  return { history, wordings }
}

/**
 * Why the owner of a link got the mail that it came with: the rules that chose them, and of their acts those that the
 * rules are about and those by which they asked for mail. `isErased`: nothing is told.
 */
export async function whyMailed(knex: Knex, owner: MailedTo, isErased: boolean): Promise<WhyMailed> {
  if (isErased) return { status: 'erased', rules: [], acts: [] }
  const { campaignId } = owner
  const present = await presentSubject(knex, owner.subject)
  const explanation = campaignId === null ? null : await explainRecipient(knex, campaignId, owner.subject)
  const rules = explanation?.rules ?? []
  const ways = new Set(['signup', ...(campaignId === null ? ['volunteer'] : [])])
  for (const { qualifiedBy } of rules) for (const { type } of qualifiedBy) ways.add(type)
  return {
    status: (await suppressionOf(knex, present)) ? 'unsubscribed' : 'subscribed',
    rules:
      rules.length > 0 ? rules.map(({ sentence }) => toPerson(sentence)) : [campaignId === null ? isReceipt : isTest],
    acts: actFacts(await historyOf(knex, [...new Set([owner.subject, present])]), { isTold: (way) => ways.has(way) }),
  }
}
