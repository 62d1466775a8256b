import type { StaffConsentActs } from '../commands/mail-consents/staff-acts.ts'
import type { ComplaintLiftReason, LiftReason, UnsubscribeSource } from '../domain/mail/mail-consent-events.ts'
import { commandLineContext } from '../kernel/eventlog/command-context.ts'
import { DomainError } from '../kernel/eventlog/decider.ts'

const sources: { [word: string]: UnsubscribeSource } = {
  'by-phone': 'by phone',
  'in-person': 'in person',
  'by-letter': 'by letter',
}
const reasons: { [word: string]: LiftReason } = {
  'works-again': 'works again',
  'blocked-us': 'blocked us',
  mistake: 'mistake',
}
const complaintReasons: { [word: string]: ComplaintLiftReason } = {
  'not-theirs': 'not theirs',
  mistake: 'mistake',
  'wants-mail': 'wants mail',
}
const isDomain = (text: string) => /^[^\s@]+\.[^\s@]+$/.test(text)
const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))

type Parts = { staffConsents: StaffConsentActs; now(): Date; print(line: string): void }

/** `unsubscribe`, `lift-bounce`, `lift-complaint` and `lift-bounces`: returns the exit code; null for unknown words. */
export async function runMailConsent(words: readonly string[], parts: Parts): Promise<0 | 1 | null> {
  const [command, about = '', how = '', ...more] = words
  if (more.length > 0) return null
  try {
    if (command === 'unsubscribe' && Object.hasOwn(sources, how)) return await unsubscribe(about, sources[how], parts)
    if (command === 'lift-bounce' && Object.hasOwn(reasons, how)) return await liftBounce(about, reasons[how], parts)
    if (command === 'lift-complaint' && Object.hasOwn(complaintReasons, how))
      return await liftComplaint(about, complaintReasons[how], parts)
    if (command === 'lift-bounces' && isDomain(about) && isDay(how))
      return await liftBounces({ domain: about.toLowerCase(), day: how }, parts)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    parts.print(error.message)
    return 1
  }
  return null
}

const context = ({ now }: Parts) => commandLineContext({ at: now() })

async function unsubscribe(email: string, source: UnsubscribeSource | undefined, parts: Parts): Promise<0 | null> {
  if (source === undefined) return null
  const { position } = await parts.staffConsents.unsubscribe(email, source, context(parts))
  parts.print(
    position === null ? `${email} had unsubscribed before.` : `${email} gets no more campaign mail (${source}).`,
  )
  return 0
}

async function liftBounce(email: string, reason: LiftReason | undefined, parts: Parts): Promise<0 | null> {
  if (reason === undefined) return null
  const { position } = await parts.staffConsents.liftBounce(email, reason, context(parts))
  parts.print(position === null ? `${email} has not bounced.` : `${email} gets campaign mail again.`)
  return 0
}

async function liftComplaint(email: string, reason: ComplaintLiftReason | undefined, parts: Parts): Promise<0 | null> {
  if (reason === undefined) return null
  const { position, suppression } = await parts.staffConsents.liftComplaint(email, reason, context(parts))
  const now =
    suppression === null ? `${email} gets campaign mail again.` : `${email} still gets none: ${suppression.reason}.`
  parts.print(position === null ? `${email} has not complained.` : now)
  return 0
}

async function liftBounces(block: { domain: string; day: string }, parts: Parts): Promise<0> {
  let all = 0
  for (let last: string | null = null, left = 1; left > 0; ) {
    const part = await parts.staffConsents.liftBounces(block, context(parts), last)
    all += part.lifted
    last = part.after
    left = part.left
  }
  parts.print(
    `${all === 1 ? 'One address' : `${all} addresses`} at ${block.domain} that bounced on ${block.day} ${all === 1 ? 'gets' : 'get'} campaign mail again.`,
  )
  return 0
}
