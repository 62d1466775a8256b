import { z } from 'zod'

/** Every error response. */
export const problem = z.object({
  message: z.string(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
})
