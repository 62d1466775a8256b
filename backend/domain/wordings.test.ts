import { describe, it } from 'vitest'
import { given } from '../../test/support/spec.ts'
import { type WordingEvent, wordings } from './wordings.ts'

const old = { wordingId: 'prayers', hash: 'aaaaaaaaaaaa', text: 'Your prayer is shown.' }
const now = { wordingId: 'prayers', hash: 'bbbbbbbbbbbb', text: 'Your prayer is shown after review.' }
const publish = (data: typeof old) => ({ type: 'PublishWording', data }) as const
const published = (data: typeof old): WordingEvent => ({ type: 'WordingPublished', data })

describe('publishing a wording', () => {
  it('records its text', () =>
    given(wordings, [])
      .when(publish(old))
      .then([published(old)]))
  it('records nothing while the site shows it', () =>
    given(wordings, [published(old)])
      .when(publish(old))
      .thenNothing())
  it('records what replaces it', () =>
    given(wordings, [published(old)])
      .when(publish(now))
      .then([published(now)]))
  it('records that an older one is shown again', () =>
    given(wordings, [published(old), published(now)])
      .when(publish(old))
      .then([published(old)]))
})
