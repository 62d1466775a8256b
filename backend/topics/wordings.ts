import { impersonalIn } from '../../records/erasures.ts'
import { wording } from '../../records/wordings.ts'
import type { WordingEvent } from '../domain/wordings.ts'
import { describes, type Topic } from './topic.ts'

export const wordings = {
  ...describes<WordingEvent>(),
  events: { WordingPublished: { item: null, impersonal: impersonalIn(wording) } },
  streams: ['wording'],
} as const satisfies Topic<WordingEvent>
