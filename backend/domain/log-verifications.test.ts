import { it } from 'vitest'
import { given } from '../../test/support/spec.ts'
import { logVerifications } from './log-verifications.ts'

const data = {
  verificationId: 'one',
  upTo: '7',
  seals: 1,
  events: 7,
  unsealed: 0,
  isIntact: true,
  finding: 'Intact.',
}

it('a verification is recorded once', () => {
  given(logVerifications, [])
    .when({ type: 'RecordLogVerification', data })
    .then([{ type: 'LogVerified', data }])
  given(logVerifications, [{ type: 'LogVerified', data }])
    .when({ type: 'RecordLogVerification', data })
    .thenNothing()
})
