import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Builder, By, Key, type WebDriver } from 'selenium-webdriver'
import { freePort } from '../../backend/kernel/database/embedded/process.ts'
import type { Engine, Key as EngineKey } from './engine.ts'

/** Opens WebKitGTK's browser below `folder`, on a display of its own, through its WebDriver. */
export async function openWebKit(driverProgram: string, browserProgram: string, folder: string): Promise<Engine> {
  const downloads = join(folder, 'downloads')
  mkdirSync(downloads, { recursive: true })
  mkdirSync(join(folder, '.config'), { recursive: true })
  writeFileSync(join(folder, '.config', 'user-dirs.dirs'), `XDG_DOWNLOAD_DIR="${downloads}"\n`)
  const display = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const number = await firstLine(display.stdio[3])
  const port = await freePort()
  const service = spawn(driverProgram, [`--port=${port}`, '--host=127.0.0.1'], {
    env: { ...process.env, HOME: folder, DISPLAY: `:${number}`, LIBGL_ALWAYS_SOFTWARE: '1' },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const errors = errorsIn(service)
  const driver = await new Builder()
    .usingServer(`http://127.0.0.1:${port}`)
    .withCapabilities({
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': {
        binary: browserProgram,
        args: ['--automation', '--enable-write-console-messages-to-stdout=true'],
      },
    })
    .build()
  return engineOf(driver, { downloads, errors, services: [service, display] })
}

const keys: Record<EngineKey, string> = { Escape: Key.ESCAPE, ArrowLeft: Key.ARROW_LEFT }

type Rest = { downloads: string; errors: string[]; services: ChildProcess[] }

function engineOf(driver: WebDriver, { downloads, errors, services }: Rest): Engine {
  const element = (selector: string) => driver.findElement(By.css(selector))
  return {
    downloads,
    goto: (url) => driver.get(url),
    evaluate: (expression) => driver.executeScript(`return (${expression})`),
    click: (selector) => element(selector).click(),
    fill: async (selector, text) => {
      await element(selector).clear()
      await element(selector).sendKeys(text)
    },
    press: (key) => driver.actions().sendKeys(keys[key]).perform(),
    forgetCookies: () => driver.manage().deleteAllCookies(),
    resize: async (size) => {
      await driver.manage().window().setRect(size)
    },
    takeErrors: () => errors.splice(0),
    close: async () => {
      await driver.quit()
      for (const service of services) await stop(service)
    },
  }
}

async function firstLine(stream: unknown): Promise<string> {
  for await (const line of createInterface({ input: stream as NodeJS.ReadableStream })) return line
  throw new Error('Xvfb ended before it had a display.')
}

function errorsIn({ stdout }: ChildProcess): string[] {
  const errors: string[] = []
  if (stdout)
    createInterface({ input: stdout }).on('line', (line) => {
      if (/CONSOLE .*ERROR/.test(line)) errors.push(line)
    })
  return errors
}

async function stop(process: ChildProcess): Promise<void> {
  if (process.exitCode !== null || process.signalCode !== null) return
  const ended = once(process, 'exit')
  process.kill()
  await ended
}
