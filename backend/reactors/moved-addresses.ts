import type { Knex } from 'knex'
import { accountState, type UserEvent, userStream } from '../domain/accounts/users.ts'
import { type EmailSignupEvent, emailSignupStream, emailSignups } from '../domain/email-signups.ts'
import { mailConsentStream, mailConsents } from '../domain/mail/mail-consents.ts'
import { ownOf } from '../domain/people-of-an-address.ts'
import { offerOf, rsvpStream, rsvps } from '../domain/rsvps.ts'
import { volunteerStream, volunteers } from '../domain/volunteers.ts'
import { type CommandContext, systemContext } from '../kernel/eventlog/command-context.ts'
import { stateAfter } from '../kernel/eventlog/decider.ts'
import { isOpen, type SubjectKeys } from '../kernel/eventlog/encryption/subject-keys.ts'
import type { EventLog, RecordedEvent } from '../kernel/eventlog/event-log.ts'
import type { Handle } from '../kernel/eventlog/handle.ts'
import type { Recorded } from '../kernel/eventlog/metadata.ts'
import { anyCampaignEventRow } from '../read-model/campaign-events.ts'
import { presentSubject } from '../read-model/mail-consents.ts'
import { engagementsUnder, eventsOfRsvps, sentInUnder } from '../read-model/sent-in.ts'
import { accountRow } from '../read-model/users.ts'
import { reviewedItems } from '../topics/index.ts'
import { type Reached, requireReached } from './reached.ts'
import type { ReactsTo } from './reactor.ts'
import type { WelcomeQueue } from './welcome-queue.ts'

type Proof = Extract<UserEvent, { type: 'UserEmailChanged' | 'UserEmailVerified' }>
type Address = { subject: string; email: string }
type Move = { from: Address; to: Address; because: (what: string) => CommandContext }

/** An event holds at most this many. */
const engagementsAtOnce = 500

/** The prefix of an engagement of these items; those of other topics belong to the account that sent them. */
const engagementOf = new Map([
  ...reviewedItems.map(({ topic, source }) => [topic, source] as const),
  ['donations', 'donation'],
])

/**
 * Once an account has proved its address, what its person sent in with addresses that it proved before follows: seats, the
 * sign-up, applications to volunteer, and what counts for segments (decisions/0140). Suppressions go first, so that no
 * email campaign finds the person without them. Each command is idempotent, and finds nothing to do the second time.
 */
export function movedAddressesReactor({
  handle,
  knex,
  log,
  decode,
  reached,
  subjects,
  moveSuppression,
  welcomeQueue,
}: {
  handle: Handle
  knex: Knex
  log: Pick<EventLog, 'readStream'>
  decode<Event extends UserEvent | EmailSignupEvent>(recorded: readonly RecordedEvent[]): Promise<Recorded<Event>[]>
  reached: Reached
  subjects: Pick<SubjectKeys, 'read' | 'emailHash'>
  moveSuppression(move: { previousSubject: string; subject: string }, context: CommandContext): Promise<void>
  welcomeQueue: Pick<WelcomeQueue, 'follow'>
}): ReactsTo<Proof> {
  async function follow(proof: Recorded<Proof>): Promise<void> {
    const { userId } = proof.data
    const state = accountState(await decode<UserEvent>(await log.readStream(userStream(userId))))
    const to = state?.addresses.find(({ subject }) => subject === state.subject)
    if (!state?.email.isProven || !to) return
    const left = state.addresses.filter(({ isProven, subject }) => isProven && subject !== to.subject)
    if (left.length === 0) return
    await requireReached(reached, proof.position)
    const keys = await subjects.read([to.subject, ...left.map(({ subject }) => subject)])
    if (!isOpen(keys.get(to.subject))) return
    for (const from of left) {
      if (!isOpen(keys.get(from.subject))) continue
      const because = (what: string) =>
        systemContext({ cause: proof, commandId: `move ${what} of ${from.subject} ${proof.id}` })
      await moveAll(userId, { from, to, because })
    }
  }

  async function moveAll(userId: number, move: Move): Promise<void> {
    const { from, to, because } = move
    const about = { previousSubject: from.subject, subject: to.subject }
    const knownAt = await presentSubject(knex, from.subject)
    // A suppression at an address that they left earlier was moved then, and they may have taken it back since.
    if (knownAt === from.subject || knownAt === to.subject) await moveSuppression(about, because('refusals'))
    const account = await accountRow(knex, userId)
    if (!account) return
    const sent = await sentInUnder(knex, from.subject)
    const { firstName, lastName } = account.user
    const own = ownOf({ userId, firstName, lastName }, sent)
    const events = await eventsOfRsvps(knex, from.subject)
    for (const { topic, id } of own) {
      const campaignEventId = events.get(id)
      if (topic === 'rsvps' && campaignEventId !== undefined) await moveRsvp({ campaignEventId, rsvpId: id }, move)
      if (topic === 'volunteers') {
        const data = { volunteerId: id, ...about, email: to.email }
        const command = { type: 'MoveVolunteerAddress', data } as const
        await handle(volunteers, volunteerStream(id), command, because(`volunteer ${id}`))
      }
      if (topic === 'email-signups') await moveSignup(id, move)
    }
    const others = new Set(sent.filter((one) => !own.includes(one)).map(sourceOf))
    const sources = (await engagementsUnder(knex, from.subject)).filter((source) => !others.has(source))
    await moveEngagements(sources, move)
  }

  async function moveRsvp(place: { campaignEventId: number; rsvpId: number }, { from, to, because }: Move) {
    const event = await anyCampaignEventRow(knex, place.campaignEventId)
    const move = { ...place, subject: to.subject, email: to.email, previousSubject: from.subject }
    const command = { type: 'MoveRsvpAddress', data: { move, offer: offerOf(event) } } as const
    await handle(rsvps, rsvpStream(place.campaignEventId), command, because(`rsvp ${place.rsvpId}`))
  }

  const signupAt = async (stream: string) =>
    stateAfter(emailSignups, await decode<EmailSignupEvent>(await log.readStream(stream)))

  async function moveSignup(emailSignupId: number, { from, to, because }: Move): Promise<void> {
    const [left, reachedStream] = [from, to].map(({ email }) => emailSignupStream(subjects.emailHash(email)))
    if (left === undefined || reachedStream === undefined) return
    const { signup, isOwn } = await signupAt(left)
    if (signup?.subject !== from.subject || signup.emailSignupId !== emailSignupId) return
    const data = { ...signup, subject: to.subject, email: to.email, previousSubject: from.subject, isOwn }
    await handle(emailSignups, reachedStream, { type: 'ReceiveEmailSignup', data }, because('sign-up'))
    const kept = (await signupAt(reachedStream)).signup
    if (!kept) return
    const leaving = { emailSignupId, subject: from.subject, keptId: kept.emailSignupId }
    await handle(emailSignups, left, { type: 'LeaveEmailSignup', data: leaving }, because('left sign-up'))
    await welcomeQueue.follow({ previousSubject: from.subject, subject: to.subject })
  }

  /** Also without engagements: links in mail to the old address then act for the new one. */
  async function moveEngagements(sources: readonly string[], { from, to, because }: Move): Promise<void> {
    for (let start = 0; start === 0 || start < sources.length; start += engagementsAtOnce) {
      const engagements = sources.slice(start, start + engagementsAtOnce)
      const data = { subject: to.subject, email: to.email, previousSubject: from.subject, engagements }
      const command = { type: 'MoveMailAddress', data } as const
      await handle(mailConsents, mailConsentStream(to.subject), command, because(`engagements ${start}`))
    }
  }

  return {
    name: 'moved-addresses',
    on: { UserEmailChanged: follow, UserEmailVerified: follow },
  }
}

const sourceOf = ({ topic, id }: { topic: string; id: number }) => `${engagementOf.get(topic) ?? topic}-${id}`
