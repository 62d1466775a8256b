import type { Browser, BrowserContext, CDPSession } from '@playwright/test'

/** Calls that change a context for good. */
const lasting = [
  'addInitScript',
  'exposeBinding',
  'exposeFunction',
  'grantPermissions',
  'on',
  'route',
  'routeFromHAR',
  'routeWebSocket',
  'setExtraHTTPHeaders',
  'setGeolocation',
] as const
const lastingClock = ['install', 'pauseAt', 'setFixedTime', 'setSystemTime'] as const

/** All but cookies, which every host loses. */
const storageTypes = 'cache_storage,file_systems,indexeddb,local_storage,service_workers'

type Lent = {
  context: BrowserContext
  key: string
  /** State of the page that stays open, and with it the process of the others. */
  session: CDPSession
  /** State of every frame that was open. */
  origins: Set<string>
  /** A test did something that cannot be undone. */
  isChanged: boolean
}

/**
 * A browser context that tests with the same options use one after the other. Its pages share a process, their compiled
 * scripts and the HTTP cache; no other state of one test is left for the next.
 */
export class SharedContext {
  readonly #browser: Browser
  #lent: Lent | undefined

  constructor(browser: Browser) {
    this.#browser = browser
  }

  /** Uses the options of the running test, which `key` stands for. */
  async lend(key: string): Promise<BrowserContext> {
    if (this.#lent?.key !== key) {
      await this.close()
      this.#lent = await this.#open(key)
    }
    return this.#lent.context
  }

  /** Empties it. */
  async takeBack(): Promise<void> {
    if (this.#lent === undefined) return
    const { context, session, origins, isChanged } = this.#lent
    if (isChanged) return this.close()
    const [, ...pages] = context.pages()
    await Promise.all(pages.map((page) => page.close()))
    await context.setOffline(false)
    await context.clearCookies()
    for (const origin of origins) await session.send('Storage.clearDataForOrigin', { origin, storageTypes })
    origins.clear()
  }

  async close(): Promise<void> {
    await this.#lent?.context.close()
    this.#lent = undefined
  }

  async #open(key: string): Promise<Lent> {
    const context = await this.#browser.newContext()
    const page = await context.newPage()
    await page.goto('/favicon.svg')
    const origins = new Set<string>()
    context.on('page', (opened) => {
      opened.on('framenavigated', (frame) => URL.canParse(frame.url()) && origins.add(new URL(frame.url()).origin))
    })
    const lent = { context, key, session: await context.newCDPSession(page), origins, isChanged: false }
    const note = () => {
      lent.isChanged = true
    }
    for (const name of lasting) precede(context, name, note)
    for (const name of lastingClock) precede(context.clock, name, note)
    return lent
  }
}

/** Calls `first` before each call of this method. */
function precede(target: object, name: string, first: () => void): void {
  const method: unknown = Reflect.get(target, name)
  if (typeof method !== 'function') throw new Error(`There is no method ${name}.`)
  Reflect.set(target, name, (...values: unknown[]) => {
    first()
    return Reflect.apply(method, target, values)
  })
}
