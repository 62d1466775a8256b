import { z } from 'zod'

/** The four ways to help, as the site lists them. */
export const waysToHelp = ['grassroots', 'communications', 'technology', 'events'] as const
export const wayToHelp = z.enum(waysToHelp, `Use one of: ${waysToHelp.join(', ')}.`)
export type WayToHelp = z.infer<typeof wayToHelp>

/**
 * Fit of an application for a way to help: words that the applicant wrote under skills, interests they chose, and
 * their availability, each with its points. Strongest first; a way that no skill and no interest suggests is missing.
 */
export const skillMatch = z.array(
  z.object({
    way: wayToHelp,
    /** The sum of the points, at most 100. */
    strength: z.int(),
    reasons: z.array(
      z.object({ from: z.enum(['skills', 'interests', 'availability']), words: z.string(), points: z.int() }),
    ),
  }),
)
export type SkillMatch = z.infer<typeof skillMatch>
