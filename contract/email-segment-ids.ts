import { z } from 'zod'

/** The segments of supporters (administration §3). */
export const segmentId = z.enum(
  [
    'newsletter-subscribers',
    'active-volunteers',
    'donors',
    'prayer-community',
    'highly-engaged',
    'new-supporters',
    'inactive-supporters',
  ],
  'Choose one of the seven segments.',
)
export type SegmentId = z.infer<typeof segmentId>
