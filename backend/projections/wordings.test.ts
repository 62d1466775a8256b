import { expect, it } from 'vitest'
import { at, changesBy, recorded } from '../../test/support/log/projected.ts'
import { insert } from '../kernel/projector/projection.ts'
import { wordingsProjection } from './wordings.ts'

it('every time that a wording appears has a row', () => {
  const data = { wordingId: 'prayers', hash: 'aaaaaaaaaaaa', text: 'Your prayer is shown.' }
  expect(changesBy(wordingsProjection, recorded({ type: 'WordingPublished', data }, {}, { revision: 2 }))).toEqual([
    insert('wordings', {
      ...{ wording_id: 'prayers', hash: 'aaaaaaaaaaaa', text: 'Your prayer is shown.' },
      ...{ revision: 2, published_at: at },
    }),
  ])
})
