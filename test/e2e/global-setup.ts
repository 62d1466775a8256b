import { listenAsModerator } from '../support/marked-moderator.ts'
import { type RunningApp, startApp, temporaryDataFolder } from '../support/running-app.ts'
import { makeFirstAdmin } from './people.ts'

/**
 * One running product for all browser tests, with a moderator that goes by two words (support/marked-classification.ts) and
 * its first admin made through the printed link. Tests read BASE_URL, and ADMIN_STATE: the cookies of the signed-in
 * admin as JSON, in no file that another run could share.
 */
export default async function setup() {
  const folder = temporaryDataFolder()
  const moderator = await listenAsModerator()
  let app: RunningApp | undefined
  async function tearDown() {
    await app?.stop()
    await moderator.close()
    await folder.remove()
  }
  try {
    app = await startApp(folder, { MODERATION_URL: moderator.url })
    process.env.BASE_URL = app.url
    process.env.ADMIN_STATE = JSON.stringify(await makeFirstAdmin(app.url, app.firstAdminLink ?? ''))
  } catch (error) {
    await tearDown()
    throw error
  }
  return tearDown
}
