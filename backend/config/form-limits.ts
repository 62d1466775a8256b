import { z } from 'zod'
import { formNames } from '../../contract/topic-words.ts'
import { defaultBits, defaultFree, type FormLimits } from '../kernel/http/form-limits.ts'

const times = z.coerce.number().int().min(1).max(100_000)

/** Number of times that public forms may be sent from one network. */
export const formLimitVariables = {
  /** Number in ten minutes, for each form, before a browser has to prove work. */
  FORM_LIMIT: times.default(defaultFree),
  /** For single forms, such as `email-signups=300,prayers=20`. */
  FORM_LIMITS: z
    .string()
    .regex(
      new RegExp(`^(?:(?:${formNames.join('|')})=[1-9]\\d{0,4})(?:,(?:${formNames.join('|')})=[1-9]\\d{0,4})*$`),
      `must look like email-signups=300,prayers=20, with any of: ${formNames.join(', ')}`,
    )
    .optional(),
  /** Leading zero bits of a proof: each one more doubles the browser’s work. */
  FORM_PROOF_BITS: z.coerce.number().int().min(1).max(24).default(defaultBits),
}

type Variables = z.output<z.ZodObject<typeof formLimitVariables>>

export function formLimits({ FORM_LIMIT, FORM_LIMITS = '', FORM_PROOF_BITS }: Variables): FormLimits {
  const own = new Map(
    FORM_LIMITS.split(',').map((part): [string, number] => {
      const [name = '', count] = part.split('=')
      return [name, Number(count)]
    }),
  )
  return {
    free: Object.fromEntries(formNames.map((form) => [form, own.get(form) ?? FORM_LIMIT])),
    bits: FORM_PROOF_BITS,
  }
}
