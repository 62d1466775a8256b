import { type Bounce, bounceCodeIn } from '../../domain/mail/bounces.ts'
import { refusalClass, refusalIn } from '../../domain/mail/refusal-classes.ts'

type Words = string | null | undefined

const undefinedCode = { hard: '5.0.0', soft: '4.0.0' } as const

/**
 * A provider’s word for a bounce of this kind. Its 'hard' covers blocks too, so what the mail server said goes before it;
 * where that says too little, the provider is right. `words`: the status or code, and what the server said.
 */
export function providerBounce(kind: Bounce['kind'], ...words: Words[]): Bounce {
  const said = words.filter((text) => typeof text === 'string').join(' ')
  const code = words.map((text) => bounceCodeIn(text ?? '')).find((one) => one !== null) ?? undefinedCode[kind]
  if (kind === 'soft') return { kind, code }
  const refusal = refusalIn(said)
  const meaning = refusalClass(refusal)
  const saysLittle = refusal.enhanced === null || /^5\.[01]\.0$/.test(refusal.enhanced)
  return { kind: meaning === 'hard' || (meaning === 'mailbox' && saysLittle) ? 'hard' : 'soft', code }
}

/** Providers write '<pat@example.com>' or 'Pat <pat@example.com>' as well. */
export const bareAddress = (text: string): string => (/<([^<>\s]+)>[^<]*$/.exec(text)?.[1] ?? text).trim()
