import type { ModerationPolicyEvent } from '../domain/forum/moderation-policy.ts'
import { describes, generated, type Topic } from './topic.ts'

const item = { topic: 'moderation-policy', id: 1 } as const

export const moderationPolicy = {
  ...describes<ModerationPolicyEvent>(),
  events: {
    ModerationPolicyChanged: { item, impersonal: generated('model') },
    ModerationModelAdded: { item, impersonal: generated('model', 'digest') },
    ModerationModelRemoved: { item, impersonal: generated('model', 'digest') },
  },
  streams: ['moderation-policy'],
} as const satisfies Topic<ModerationPolicyEvent>
