import { request } from '@playwright/test'
import { startApp, temporaryDataFolder } from '../support/running-app.ts'
import { admin, adminStateFile } from './people.ts'

/** One running product for all browser tests, with its first admin made through the printed link. */
export default async function setup() {
  const folder = temporaryDataFolder()
  const app = await startApp(folder)
  process.env.BASE_URL = app.url
  const browser = await request.newContext({ baseURL: app.url, extraHTTPHeaders: { origin: app.url } })
  const token = new URL(app.firstAdminLink ?? '').hash.replace('#token=', '')
  const answer = await browser.post('/api/auth/first-admin', { data: { token, ...admin } })
  if (!answer.ok()) throw new Error(`The first admin could not be made: ${await answer.text()}`)
  await browser.storageState({ path: adminStateFile })
  await browser.dispose()
  return async () => {
    await app.stop()
    await folder.remove()
  }
}
