import type { ModerationPolicyEvent } from '../domain/moderation-policy.ts'
import { describes, type Topic } from './topic.ts'

const item = { topic: 'moderation-policy', id: 1 } as const

export const moderationPolicy = {
  ...describes<ModerationPolicyEvent>(),
  events: {
    ModerationPolicyChanged: { item },
    ModerationModelAdded: { item },
    ModerationModelRemoved: { item },
  },
  streams: ['moderation-policy'],
} as const satisfies Topic<ModerationPolicyEvent>
