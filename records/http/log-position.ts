import { z } from 'zod'

/** A position of the event log, as a client sends it. */
export const logPosition = z.string().regex(/^\d{1,20}(\/\d{1,20})?$/, 'Use the position of an event.')
