import { hashText, mixed, offsetBasis } from '../backend/moderation/hash.ts'
import { allowedOf, type Post } from './posts.ts'
import { createRandom, pick, type Random } from './random.ts'
import type { TemplateGroup } from './templates/template.ts'

const maxPerText = 24
/** Sentences filled by a program teach little, and crowd out what people write. */
const templateWeight = 0.25
const openings = [
  '',
  '',
  '',
  '',
  '',
  '',
  'Honestly, ',
  'Look, ',
  'I mean, ',
  'So ',
  'Well, ',
  'Just saying, ',
  'Yeah, ',
  'Sorry but ',
  'Also, ',
  'To be clear, ',
]
const endings = ['', '', '', '', '.', '.', '.', '!', ' lol', '...', ' 🇺🇸', ' Just my two cents.', ' Thanks.', ' smh']

/** One template in four, chosen by its hash, is held out of training with everything it expands to. */
export const isHeldOut = (text: string): boolean => mixed(hashText(text, offsetBasis)) % 4 === 0

/** Up to 24 different posts per template; one without slots is used a few times, with other openings and endings. */
export function expand(templates: readonly TemplateGroup[], seed: number): { train: Post[]; validation: Post[] } {
  const random = createRandom(seed)
  const [train, validation]: [Post[], Post[]] = [[], []]
  for (const { label, alt, topic, texts, slots } of templates) {
    for (const text of texts) {
      const wanted = text.includes('{') ? maxPerText : 4
      const found = new Set<string>()
      for (let attempt = 0; attempt < wanted * 2 && found.size < wanted; attempt++)
        found.add(dressed(filled(text, slots ?? {}, random), random))
      const source = topic === 'civil' ? 'examples-civil' : 'examples'
      const weight = templateWeight * Math.min(3, 30 / found.size)
      for (const one of found)
        (isHeldOut(text) ? validation : train).push({
          text: one,
          label,
          source,
          allowed: allowedOf(label, alt ?? [], true),
          weight,
          template: text,
        })
    }
  }
  return { train, validation }
}

function filled(text: string, slots: { [slot: string]: readonly string[] }, random: Random): string {
  let result = text
  for (let depth = 0; depth < 4 && result.includes('{'); depth++) {
    result = result.replace(/\{(\w+)\}/g, (_, slot: string) => {
      const choices = slots[slot]
      if (choices === undefined) throw new RangeError(`No slot {${slot}} for: ${text}`)
      return pick(choices, random)
    })
  }
  return result
}

function dressed(text: string, random: Random): string {
  const opening = pick(openings, random)
  const whole =
    opening === '' || /^(I |I'|[A-Z]{2})/.test(text)
      ? opening + text
      : opening + text.charAt(0).toLowerCase() + text.slice(1)
  const cased = random() < 0.12 ? whole.toLowerCase() : random() < 0.04 ? whole.toUpperCase() : whole
  return /[\w)]$/.test(cased) ? cased + pick(endings, random) : cased
}
