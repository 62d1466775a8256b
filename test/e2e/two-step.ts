import type { APIRequestContext } from '@playwright/test'
import { z } from 'zod'
import { authenticator } from '../support/browser/authenticator.ts'
import { sameOrigin } from './people.ts'

/** Turns on two-step sign-in for the person that `request` is signed in as; their address must be verified. */
export async function turnOnTwoStep(request: APIRequestContext) {
  const ask = async (what: string, data: object): Promise<unknown> =>
    (await request.post(`/api/auth/second-factor/${what}`, { headers: sameOrigin(), data })).json()
  const { secret } = z.object({ secret: z.string() }).parse(await ask('setup', {}))
  const phone = authenticator(secret)
  const { recoveryCodes } = z
    .object({ recoveryCodes: z.array(z.string()) })
    .parse(await ask('turn-on', { code: phone.next() }))
  return { phone, recoveryCodes }
}
