import { expect, it } from 'vitest'
import { changesBy, recorded, ruth } from '../../test/support/log/projected.ts'
import { insert, remove } from '../kernel/projector/projection.ts'
import { mailConsentsProjection } from './mail-consents.ts'

const choices = { campaignNews: true, volunteerOpportunities: false, eventInvitations: true, emailUpdates: false }

it('the latest choice of a person is a row', () => {
  const event = recorded({ type: 'MailChoicesChanged', data: { subject: ruth, ...choices } })
  expect(changesBy(mailConsentsProjection, event)).toEqual([
    remove('mail_choices', { subject: ruth }),
    insert('mail_choices', {
      subject: ruth,
      campaign_news: true,
      volunteer_opportunities: false,
      event_invitations: true,
      email_updates: false,
    }),
  ])
})

it('an erasure removes it', () => {
  expect(changesBy(mailConsentsProjection, recorded({ type: 'SubjectErased', data: { subject: ruth } }))).toEqual([
    remove('mail_choices', { subject: ruth }),
    remove('held_complaints', { subject: ruth }),
  ])
})
