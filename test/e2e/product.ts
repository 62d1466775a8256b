import { listenAsModerator } from '../support/marked-moderator.ts'
import { type RunningApp, startApp, temporaryDataFolder } from '../support/running-app.ts'
import { makeFirstAdmin, type SignedIn } from './people.ts'

export type Product = {
  url: string
  /** Cookies of its admin. */
  admin: SignedIn
}

/**
 * A running product with a moderator that goes by two words (support/marked-classification.ts), its first admin made through
 * the printed link. It runs as long as `use` does.
 */
export async function withProduct(use: (product: Product) => Promise<void>): Promise<void> {
  const folder = temporaryDataFolder()
  const moderator = await listenAsModerator()
  let app: RunningApp | undefined
  try {
    app = await startApp(folder, { MODERATION_URL: moderator.url })
    await use({ url: app.url, admin: await makeFirstAdmin(app.url, app.firstAdminLink ?? '') })
  } finally {
    await app?.stop()
    await moderator.close()
    await folder.remove()
  }
}
