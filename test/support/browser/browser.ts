import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { LaunchOptions } from '@playwright/test'
import { installOwnPackages } from '../run/own-packages.ts'

/** The headless shell opens a page in a third of the time. */
const usualPlaces = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
const modules = join(import.meta.dirname, '..', '..', '..', 'node_modules')
const packaged = join(import.meta.dirname, 'packaged')

type Launch = Pick<LaunchOptions, 'executablePath' | 'env'>

/**
 * The browser for Playwright: the one that CHROMIUM names, else an installed Chromium or Chrome, else the one from npm,
 * else (where npm has none: macOS, ARM) Playwright’s own download. Only names it, because a configuration that reads this
 * is also loaded by programs that start no browser.
 */
export function browserLaunch(): Launch {
  const installed = process.env.CHROMIUM || usualPlaces.find((path) => existsSync(path))
  if (installed) return { executablePath: installed }
  if (process.platform !== 'linux' || process.arch !== 'x64') return {}
  const folder = folderOfPackaged()
  const env = { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'), FONTCONFIG_PATH: folder }
  return { executablePath: join(folder, 'chromium'), env: { ...process.env, ...env } }
}

/** The same once it can be started: fetches the one from npm. */
export function readyBrowser(): Launch {
  const launch = browserLaunch()
  const { executablePath } = launch
  if (executablePath === undefined || existsSync(executablePath)) return launch
  if (process.env.CHROMIUM) throw new Error(`CHROMIUM names ${executablePath}, where there is no browser.`)
  unpack(folderOfPackaged())
  return launch
}

/** @sparticuz/chromium brings the libraries and the font that a bare Linux lacks. */
function folderOfPackaged(): string {
  const { dependencies }: { dependencies: Record<string, string> } = JSON.parse(
    readFileSync(join(packaged, 'package.json'), 'utf8'),
  )
  return join(modules, '.cache', `chromium-${dependencies['@sparticuz/chromium']}`)
}

const unpacking = (chromium: string) => `
  import { inflate } from ${JSON.stringify(pathToFileURL(join(chromium, 'build', 'index.js')))}
  await Promise.all(process.argv.slice(1).map(inflate))
`

/** Under another name first: neither an interrupted process nor two at once leave half a browser behind. */
function unpack(folder: string): void {
  const building = `${folder}.${process.pid}`
  rmSync(building, { recursive: true, force: true })
  mkdirSync(building, { recursive: true })
  for (const name of ['package.json', 'package-lock.json']) copyFileSync(join(packaged, name), join(building, name))
  installOwnPackages(building)
  const installed = join(building, 'node_modules')
  const chromium = join(installed, '@sparticuz', 'chromium')
  const archives = ['chromium.br', 'al2023.tar.br', 'fonts.tar.br'].map((name) => join(chromium, 'bin', name))
  // Its `inflate` unpacks into the folder for temporary files.
  const env = { ...process.env, TMPDIR: building }
  execFileSync(process.execPath, ['--input-type=module', '--eval', unpacking(chromium), '--', ...archives], { env })
  // The package's own fonts.conf looks for its font in /tmp. Relative, so that a copied `node_modules` works too.
  const fontsConf =
    '<fontconfig><dir prefix="relative">fonts/fonts</dir><cachedir prefix="xdg">fontconfig</cachedir></fontconfig>\n'
  writeFileSync(join(building, 'fonts.conf'), fontsConf)
  rmSync(installed, { recursive: true })
  try {
    renameSync(building, folder)
  } catch (error) {
    rmSync(building, { recursive: true, force: true })
    if (!existsSync(folder)) throw error // else another process was quicker
  }
}
