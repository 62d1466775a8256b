import { type APIRequestContext, expect } from '@playwright/test'

/** Waits for an email to the address in which the pattern is found; returns its first group, of the newest such email. */
async function foundInMail(request: APIRequestContext, to: string, pattern: RegExp): Promise<string> {
  let found = ''
  await expect(async () => {
    const list = await (await request.get('/dev/mail')).text()
    const ids = [...list.matchAll(/href="\/dev\/mail\/([\w-]+)"[\s\S]*?to ([^,<]+),/g)]
    for (const [, id] of ids.filter(([, , receiver]) => receiver === to))
      found ||= pattern.exec(await (await request.get(`/dev/mail/${id}/html`)).text())?.[1] ?? ''
    expect(found).not.toBe('')
  }).toPass()
  return found
}

const links = {
  proof: /href="((?![^"]*\/(?:unsubscribe|why-this-email)\?)[^"]*token=[^"]*)"/,
  why: /href="([^"]*\/why-this-email\?token=[^"]*)"/,
  unsubscribe: /href="([^"]*\/unsubscribe\?token=[^"]*)"/,
}

/** A link to sign in or to prove the address, or the one at the foot of optional email. */
export const linkFor = async (request: APIRequestContext, to: string, purpose: keyof typeof links = 'proof') =>
  (await foundInMail(request, to, links[purpose])).replaceAll('&amp;', '&')

/** The six digits of the newest email to the address that has them. */
export const codeFor = async (request: APIRequestContext, to: string): Promise<string> =>
  (await foundInMail(request, to, />(\d{3} \d{3})</)).replace(' ', '')
