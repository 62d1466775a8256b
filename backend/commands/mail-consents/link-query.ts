import { z } from 'zod'
import { tokenIn } from '../../../contract/link-token.ts'

/** The query of a link in an email. Whatever else was appended to it is left out. */
export const linkQuery = z.object({ token: z.string().transform(tokenIn).pipe(z.string().max(200)).default('') })
