import { impersonalIn } from '../../records/erasures.ts'
import { shortCode, shortCodeWords } from '../../records/short-codes.ts'
import type { ShortCodeEvent } from '../domain/short-codes.ts'
import { describes, type Topic } from './topic.ts'

const item = { topic: 'short-codes', idField: 'shortCodeId' } as const

export const shortCodes = {
  ...describes<ShortCodeEvent>(),
  events: {
    ShortCodeMade: { item, impersonal: impersonalIn(shortCode), outcome: { status: 'In use' } },
    ShortCodeChanged: { item, impersonal: impersonalIn(shortCodeWords) },
    ShortCodeRetired: { item, outcome: { status: 'Retired' } },
    ShortCodeRestored: { item, outcome: { status: 'In use' } },
  },
  streams: ['short-codes'],
} as const satisfies Topic<ShortCodeEvent>
