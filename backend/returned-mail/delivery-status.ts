import { type RefusalClass, refusalClass, refusalIn } from '../domain/mail/refusal-classes.ts'

/** Statement of a report about one delivery that failed. `code`: RFC 3463 or RFC 5321. `recipient`: the address it names. */
export type FailedDelivery = { kind: 'hard' | 'soft'; code: string; recipient: string | null }

type Group = Map<string, string>

const fieldNames = /^(?:reporting-mta|final-recipient|original-recipient|action|status|diagnostic-code)[ \t]*:/im

/** True when these are the fields of a delivery status (RFC 3464), in a part of its own or among the words. */
export const holdsStatus = (text: string): boolean =>
  /^(?:reporting-mta|final-recipient)[ \t]*:/im.test(text) && /^(?:action|status)[ \t]*:/im.test(text)

/** Fields by group: one for the report, one for each recipient. Programs write blank lines where they like. */
function groupsIn(text: string): Group[] {
  const groups: Group[] = []
  let group: Group = new Map()
  let last = ''
  for (const line of text.slice(0, 100_000).split(/\r?\n/)) {
    const [, name = '', value = ''] = /^([A-Za-z-]{1,40})[ \t]*:[ \t]?(.*)$/.exec(line) ?? []
    const field = name.toLowerCase()
    if (/^[ \t]+\S/.test(line) && last !== '') {
      group.set(last, `${group.get(last) ?? ''} ${line.trim()}`.slice(0, 5000))
    } else if (field === '') last = ''
    else {
      // A recipient begins with either of these; a second one of the same kind is the next recipient.
      if ((field === 'final-recipient' || field === 'action') && group.has(field)) {
        groups.push(group)
        group = new Map()
      }
      group.set(field, value.trim())
      last = field
    }
    if (line.trim() === '' && group.has('action')) {
      groups.push(group)
      group = new Map()
    }
  }
  return withAction([...groups, group]).filter((one) => one.has('action') || one.has('status'))
}

/** Some programs say the action among the fields of the report, in front of the recipient. */
function withAction(groups: Group[]): Group[] {
  const [first, second] = groups
  const action = first?.get('action')
  if (!first || !second || action === undefined || recipientOf(first) !== null) return groups
  if (second.has('action') || recipientOf(second) === null) return groups
  return [new Map([...second, ['action', action]]), ...groups.slice(2)]
}

/** 'rfc822; <Pat@Example.com>' names pat@example.com. */
export const addressIn = (field: string): string | null =>
  /[^\s<>;:,"]{1,100}@[^\s<>;:,"]{1,250}(?<!\.)/.exec(field.slice(0, 1000))?.[0].toLowerCase() ?? null

const recipientOf = (group: Group): string | null =>
  addressIn(group.get('final-recipient') ?? group.get('original-recipient') ?? '')

/** `words`: what the report says besides, for a status that says little. */
export function failureIn(words: {
  diagnostic: string
  status: string
}): { kind: 'hard' | 'soft'; code: string } | null {
  const status = /^[245]\.\d{1,3}\.\d{1,3}/.exec(words.status)?.[0] ?? null
  const said = refusalIn(words.diagnostic)
  const enhanced = said.enhanced ?? status
  const named = status?.endsWith('.0.0') ? null : status
  const code = named ?? enhanced ?? said.code?.toString() ?? null
  if (code === null) return null
  // Gmail's status for every problem with DNS.
  if (status === '4.0.0' && /\bNXDOMAIN\b/.test(words.diagnostic)) return { kind: 'hard', code: '5.4.4' }
  // Given up after many tries: whatever was said last, it was for now.
  if (status?.startsWith('4')) return { kind: 'soft', code: status }
  return { kind: kindOf(refusalClass({ ...said, enhanced })), code }
}

export const kindOf = (refusal: RefusalClass): 'hard' | 'soft' => (refusal === 'hard' ? 'hard' : 'soft')

/**
 * The delivery that failed for good. 'none': the report speaks of deliveries, delays or lists only. Null: it says nothing
 * that can be read. `sentTo`: the recipient of our mail, where the report returns it. `transcript`: the words for people.
 */
export function failedDelivery(
  text: string,
  sentTo: string | null,
  transcript: string,
): FailedDelivery | 'none' | null {
  const from = text.search(fieldNames)
  const groups = groupsIn(text.slice(Math.max(0, from)))
  if (groups.length === 0) return null
  const failed = groups.filter((group) => {
    const action = group.get('action')
    return action === undefined
      ? /^5/.test(group.get('status') ?? '')
      : /^(?:fail|error|bounce|undeliver)/i.test(action)
  })
  if (failed.length === 0) return 'none'
  const chosen = failed.find((group) => sentTo !== null && recipientOf(group) === sentTo) ?? failed[0]
  if (!chosen) return 'none'
  const status = chosen.get('status') ?? ''
  // An answer of a server in place of a code.
  const isAnswer = /^[45]\d\d\b/.test(status)
  if (status !== '' && !isAnswer && !/[245]\.\d/.test(status)) return null
  const diagnostic = chosen.get('diagnostic-code') ?? (isAnswer ? status : '')
  const isVague = !/[a-z]{3}/i.test(diagnostic.replace(/^[\w-]+;/, ''))
  const failure = failureIn({ status, diagnostic: isVague ? `${diagnostic} ${transcript}` : diagnostic })
  return failure && { ...failure, recipient: recipientOf(chosen) }
}
