import { civil } from './civil.ts'
import { civilVoices } from './civil-voices.ts'
import { contrast } from './contrast.ts'
import { doxxing } from './doxxing.ts'
import { emoji } from './emoji.ts'
import { everyday } from './everyday.ts'
import { harassment } from './harassment.ts'
import { hate } from './hate.ts'
import { identity } from './identity.ts'
import { idioms } from './idioms.ts'
import { local } from './local.ts'
import { moreHate } from './more-hate.ts'
import { notHate } from './not-hate.ts'
import { offTopic } from './off-topic.ts'
import { spam } from './spam.ts'
import type { TemplateGroup } from './template.ts'
import { threats } from './threats.ts'

/** All templates written for this project. */
export const templates: readonly TemplateGroup[] = [
  ...hate,
  ...notHate,
  ...harassment,
  ...threats,
  ...civil,
  ...civilVoices,
  ...local,
  ...doxxing,
  ...spam,
  ...offTopic,
  ...emoji,
  ...contrast,
  ...everyday,
  ...idioms,
  ...identity,
  ...moreHate,
]
