import { createTestApp, type RunningApp } from '../support/app/app.ts'
import { temporaryDataFolder } from '../support/app/data-folder.ts'
import { mailEventsSecret } from './mail-reports.ts'
import { listenAsModerator } from './marked-moderator.ts'
import { makeFirstAdmin, type SignedIn } from './people.ts'

export type Product = {
  url: string
  /** Its DATA_DIR. */
  folder: string
  /** The admin's cookies. */
  admin: SignedIn
}

/**
 * Runs a product while `use` runs. Its moderator decides by two marker words (support/moderation/marked-classification.ts), and its
 * first admin is created through the printed link. `env`: further settings.
 */
export async function withProduct(
  use: (product: Product) => Promise<void>,
  env: Record<string, string> = {},
): Promise<void> {
  const folder = temporaryDataFolder()
  const moderator = await listenAsModerator()
  let app: RunningApp | undefined
  try {
    app = await createTestApp({
      http: 'socket',
      folder,
      env: { MODERATION_URL: moderator.url, MAIL_EVENTS_SECRET: mailEventsSecret, ...env },
    })
    await use({ url: app.url, folder: folder.path, admin: await makeFirstAdmin(app.url, app.firstAdminLink ?? '') })
  } finally {
    await app?.stop()
    await moderator.close()
    await folder.remove()
  }
}
