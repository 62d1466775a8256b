import { z } from 'zod'
import type { BucketSettings } from '../photos/photo-bucket.ts'

/**
 * Environment variables for an S3 bucket that holds profile photos; without an endpoint, photos are stored in a folder.
 */
export const photoVariables = {
  PHOTOS_S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  PHOTOS_S3_BUCKET: z
    .string()
    .regex(
      /^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/,
      'must be a bucket name: 3 to 63 lowercase letters, digits, dots and hyphens',
    )
    .optional(),
  PHOTOS_S3_REGION: z.string().min(1).default('us-east-1'),
  PHOTOS_S3_ACCESS_KEY_ID: z.string().optional(),
  PHOTOS_S3_SECRET_ACCESS_KEY: z.string().optional(),
}

type Variables = z.output<z.ZodObject<typeof photoVariables>>

const bucketVariables = [
  'PHOTOS_S3_ENDPOINT',
  'PHOTOS_S3_BUCKET',
  'PHOTOS_S3_ACCESS_KEY_ID',
  'PHOTOS_S3_SECRET_ACCESS_KEY',
] as const

/** A sentence that names what is missing; null when the settings are complete or absent. */
export function photoSettingsError(env: Variables): string | null {
  const missing = bucketVariables.filter((name) => env[name] === undefined)
  if (missing.length === 0 || missing.length === bucketVariables.length) return null
  return `The photo bucket is missing ${missing.join(' and ')}. Set all four of ${bucketVariables.join(', ')}, or none.`
}

/** null: photos are stored in a folder. */
export function photoBucket(env: Variables): BucketSettings | null {
  const [endpoint, bucket, accessKeyId, secretAccessKey] = bucketVariables.map((name) => env[name])
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) return null
  return { endpoint, bucket, region: env.PHOTOS_S3_REGION, accessKeyId, secretAccessKey }
}
