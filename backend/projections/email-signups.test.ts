import { expect, it } from 'vitest'
import { emailSignup } from '../../records/email-signups.ts'
import { erasedEmail } from '../../records/fields.ts'
import { valuesIn } from '../../records/values.ts'
import { at, changesBy, noOrigin, recorded, ruth } from '../../test/support/log/projected.ts'
import { columnsOf, increment, insert, updateWhere } from '../kernel/projector/projection.ts'
import { emailSignupsProjection as projection } from './email-signups.ts'

it('a signup adds a row and one to the total', () => {
  const data = { emailSignupId: 7, subject: ruth, ...valuesIn(emailSignup, { email: 'ruth@example.org' }) }
  expect(changesBy(projection, recorded({ type: 'MailingListJoined', data }))).toEqual([
    insert('email_signups', {
      id: 7,
      ...columnsOf(valuesIn(emailSignup, { email: 'ruth@example.org' })),
      created_at: at,
      is_erased: false,
      consent_source: null,
      subject: ruth,
      ...noOrigin,
    }),
    increment('email_signup_totals', { scope: 'all' }, { signups: 1 }),
  ])
})

it('an erasure redacts the person and keeps the total', () => {
  expect(changesBy(projection, recorded({ type: 'SubjectErased', data: { subject: ruth } }))).toEqual([
    updateWhere(
      'email_signups',
      { subject: ruth },
      { ...columnsOf(valuesIn(emailSignup, { email: erasedEmail })), consent_source: null, is_erased: true },
    ),
  ])
})
