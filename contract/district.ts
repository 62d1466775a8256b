import { z } from 'zod'
import { zipCodes } from '#own-campaign'

/**
 * The share of the people of a row's ZIP code who live in the district, 0 to 1; null: unknown, because there is no ZIP
 * code or no list of them (docs/campaign.md).
 */
export const districtShare = z.number().nullable()

/** Derived when it is read, so that a new list counts for everyone at once. Files may have ZIP+4. */
export function districtShareOf(zipCode: string | null, shares = zipCodes): number | null {
  const zip = /^\d{5}(?!\d)/.exec(zipCode ?? '')?.[0]
  return zip === undefined || shares === null ? null : (shares.get(zip) ?? 0)
}
