import { z } from 'zod'
import type { BucketSettings } from '../photos/photo-bucket.ts'

/** Environment variables of a bucket for people's pictures; without an endpoint they lie in a folder. */
export const photoVariables = {
  PHOTOS_S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  PHOTOS_S3_BUCKET: z
    .string()
    .regex(/^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/, 'is no name of a bucket')
    .optional(),
  PHOTOS_S3_REGION: z.string().min(1).default('us-east-1'),
  PHOTOS_S3_ACCESS_KEY_ID: z.string().optional(),
  PHOTOS_S3_SECRET_ACCESS_KEY: z.string().optional(),
}

type Variables = z.output<z.ZodObject<typeof photoVariables>>

const together = [
  'PHOTOS_S3_ENDPOINT',
  'PHOTOS_S3_BUCKET',
  'PHOTOS_S3_ACCESS_KEY_ID',
  'PHOTOS_S3_SECRET_ACCESS_KEY',
] as const

/** The sentence that says what is missing; null when nothing is. */
export function photoFault(env: Variables): string | null {
  const missing = together.filter((name) => env[name] === undefined)
  if (missing.length === 0 || missing.length === together.length) return null
  return `Photos in a bucket also need ${missing.join(' and ')}. Set all four of ${together.join(', ')}, or none.`
}

/** null: a folder. */
export function photoBucket(env: Variables): BucketSettings | null {
  const [endpoint, bucket, accessKeyId, secretAccessKey] = together.map((name) => env[name])
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) return null
  return { endpoint, bucket, region: env.PHOTOS_S3_REGION, accessKeyId, secretAccessKey }
}
