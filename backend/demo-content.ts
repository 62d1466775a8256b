import { randomUUID } from 'node:crypto'
import type { App } from './app.ts'
import { emailSignupStream, emailSignups } from './domain/email-signups.ts'
import { endorsementStream, endorsements } from './domain/endorsements.ts'
import { prayerStream, prayers } from './domain/prayers.ts'
import type { CommandContext } from './eventlog/handle.ts'

const demoPrayers = [
  {
    firstName: 'Ruth',
    location: 'Lafayette, Indiana',
    isApproved: true,
    prayer:
      'For wisdom and courage for everyone who serves our communities, and for honest conversation between neighbors who disagree.',
  },
  {
    firstName: 'Daniel',
    location: 'Crawfordsville, Indiana',
    isApproved: true,
    prayer: 'For rain at the right time and safe hands through the harvest. May our farm families be strengthened.',
  },
  {
    firstName: 'Esther',
    location: null,
    isApproved: true,
    prayer: 'Thank you for the freedom to speak, to gather and to pray. Keep those safe who guard it far from home.',
  },
  {
    firstName: 'Mark',
    location: 'Kokomo, Indiana',
    isApproved: false,
    prayer: 'For my town, that good work comes back and our young people find a reason to stay.',
  },
]

const demoEndorsements = [
  {
    name: 'Naomi Sample',
    title: 'Small business owner',
    isApproved: true,
    endorsementText:
      'Someone who listens first, answers plainly and keeps the books open. That is what I want in Washington.',
  },
  {
    name: 'Peter Sample',
    title: 'Retired teacher',
    isApproved: true,
    endorsementText:
      'I taught government for thirty years. This is the first campaign that publishes its promises with a date.',
  },
  { name: 'Lydia Sample', title: '', isApproved: false, endorsementText: 'Glad to help in my county.' },
]

/** Neutral content of the first start in development, made by the same commands as everybody else's. */
export async function seedDemoContent({ core: { handle, subjects }, tools }: App): Promise<void> {
  const context = (): CommandContext => {
    const id = randomUUID()
    return { at: new Date().toISOString(), actor: { kind: 'system' }, requestId: id, correlationId: id, commandId: id }
  }
  for (const { isApproved, ...words } of demoPrayers) {
    const prayerId = await tools.nextId('prayer')
    const data = { prayerId, subject: await subjects.anonymous(), email: null, ...words }
    await handle(prayers, prayerStream(prayerId), { type: 'SubmitPrayer', data }, context(), { isNew: true })
    if (isApproved)
      await handle(prayers, prayerStream(prayerId), { type: 'ApprovePrayer', data: { prayerId } }, context())
  }
  for (const [index, { isApproved, ...words }] of demoEndorsements.entries()) {
    const endorsementId = await tools.nextId('endorsement')
    const email = `endorser${index + 1}@example.org`
    const data = { endorsementId, subject: await subjects.forEmail(email), email, ...words }
    await handle(endorsements, endorsementStream(endorsementId), { type: 'SubmitEndorsement', data }, context(), {
      isNew: true,
    })
    if (isApproved)
      await handle(
        endorsements,
        endorsementStream(endorsementId),
        { type: 'ApproveEndorsement', data: { endorsementId } },
        context(),
      )
  }
  for (let index = 1; index <= 12; index++) {
    const email = `supporter${index}@example.org`
    const data = {
      emailSignupId: await tools.nextId('email_signup'),
      subject: await subjects.forEmail(email),
      email,
      firstName: null,
    }
    await handle(
      emailSignups,
      emailSignupStream(subjects.emailHash(email)),
      { type: 'JoinMailingList', data },
      context(),
    )
  }
}
