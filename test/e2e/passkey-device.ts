import type { APIRequestContext, CDPSession, Page } from '@playwright/test'
import { newPerson, type Person } from './people.ts'
import { test as base } from './test.ts'

/** Browsers make no passkeys at an IP address: the same site by its name. */
export const test = base.extend({
  baseURL: async ({ product }, use) => use(byName(product.url)),
})

export const byName = (url: string) => url.replace('127.0.0.1', 'localhost')

export type Device = {
  /** Unplugs it: no passkey can be used. */
  remove(): Promise<void>
  /** Fingers that the device does not know. */
  setVerified(isVerified: boolean): Promise<void>
  /** Passkeys on it. */
  count(): Promise<number>
}

/**
 * A device with passkeys, in Chromium’s software; its user touches it at once. `isOffered`: the browser offers its
 * passkeys in the email field, and the user picks one.
 */
export async function addDevice(page: Page, { isOffered = false } = {}): Promise<Device> {
  if (!isOffered)
    await page.addInitScript(() => {
      PublicKeyCredential.isConditionalMediationAvailable = async () => false
    })
  const cdp: CDPSession = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    async remove() {
      await cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
    },
    async setVerified(isUserVerified) {
      await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
    },
    count: async () => (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
  }
}

/** Sends a request as a page of the site under this address would. */
export const asPage = (request: APIRequestContext, url: string) => ({
  post: (path: string, data?: object) =>
    request.post(path, { headers: { origin: byName(url) }, ...(data !== undefined && { data }) }),
})

/** A new account, signed in in this page's browser, with a verified address if need be. */
export async function newAccount(page: Page, url: string): Promise<Person> {
  const person = newPerson()
  const answer = await asPage(page.request, url).post('/api/auth/register', person)
  if (!answer.ok()) throw new Error(`Registration failed: ${await answer.text()}`)
  return person
}
