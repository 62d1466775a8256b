import { existsSync, globSync } from 'node:fs'

export type WorkerOptions = { engine: 'firefox' | 'webkit' }

/** Where Debian's `firefox-esr`, `webkit2gtk-driver` and `xvfb` put their programs. */
export const firefox = ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find((path) => existsSync(path))
export const webKitDriver = ['/usr/bin/WebKitWebDriver'].find((path) => existsSync(path))
export const [miniBrowser] = globSync('/usr/lib/*/webkit2gtk-4.1/MiniBrowser')

/** The engines that are installed here. Apart from the tests, which need the drivers, so that the configuration does not. */
export const installed: WorkerOptions['engine'][] = [
  ...(firefox ? (['firefox'] as const) : []),
  ...(webKitDriver && miniBrowser && existsSync('/usr/bin/Xvfb') ? (['webkit'] as const) : []),
]
