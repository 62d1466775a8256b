import { expect, it } from 'vitest'
import { at, changesBy, recorded } from '../../test/support/log/projected.ts'
import { insert } from '../kernel/projector/projection.ts'
import { logVerificationsProjection } from './log-verifications.ts'

it('a verification is a row with its admin and its findings', () => {
  const data = {
    ...{ verificationId: 'one', upTo: '7', seals: 1, events: 7 },
    ...{ unsealed: 0, isIntact: true, finding: 'Intact.' },
  }
  const event = recorded({ type: 'LogVerified', data }, { actor: { kind: 'admin', id: 1 } })
  expect(changesBy(logVerificationsProjection, event)).toEqual([
    insert('log_verifications', {
      ...{ id: 'one', at, admin_id: 1, up_to: '7', seals: 1, events: 7 },
      ...{ unsealed: 0, is_intact: true, finding: 'Intact.' },
    }),
  ])
})
