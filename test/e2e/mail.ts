import { type APIRequestContext, expect } from '@playwright/test'

/** Waits for an email to the address and returns its link. */
export async function linkFor(request: APIRequestContext, to: string): Promise<string> {
  let link = ''
  await expect(async () => {
    const list = await (await request.get('/dev/mail')).text()
    const ids = [...list.matchAll(/href="\/dev\/mail\/([\w-]+)"[\s\S]*?to ([^,<]+),/g)]
    const [, id] = ids.find(([, , receiver]) => receiver === to) ?? []
    expect(id).toBeDefined()
    const mail = await (await request.get(`/dev/mail/${id}/html`)).text()
    link = (/href="([^"]*token=[^"]*)"/.exec(mail)?.[1] ?? '').replaceAll('&amp;', '&')
    expect(link).not.toBe('')
  }).toPass()
  return link
}
