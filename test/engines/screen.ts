import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect } from '@playwright/test'
import type { Engine, Key } from './engine.ts'

const queries = readFileSync(
  fileURLToPath(import.meta.resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js')),
  'utf8',
)

/**
 * Words by which a person knows an element: its role with its name, its text, or the label of a field. Inside the form with a
 * name, if told.
 */
export type Target = ({ role: string; name: string } | { label: string } | { text: string }) & { inForm?: string }

/** Screen and actions of a person in a window, in terms of roles, names and labels. */
export class Screen {
  readonly #engine: Engine
  readonly #url: string
  #marks = 0

  constructor(engine: Engine, url: string) {
    this.#engine = engine
    this.#url = url
  }

  async open(path: string): Promise<void> {
    await this.#engine.goto(this.#url + path)
  }

  async click(target: Target): Promise<void> {
    await this.#engine.click(await this.#find(target))
  }

  async fill(fields: { [label: string]: string }, inForm: string): Promise<void> {
    for (const [label, text] of Object.entries(fields))
      await this.#engine.fill(await this.#find({ label, inForm }), text)
  }

  async has(target: Target): Promise<void> {
    await this.#find(target)
  }

  press(key: Key): Promise<void> {
    return this.#engine.press(key)
  }

  /** Waits until the page shows the text. */
  async shows(text: string): Promise<void> {
    await expect.poll(() => this.evaluate('document.body.innerText'), { message: text }).toContain(text)
  }

  /** Waits until the address, without the host, matches. */
  async isAt(address: RegExp): Promise<void> {
    await expect.poll(() => this.evaluate('location.pathname + location.search')).toMatch(address)
  }

  /** Waits until the form is operated by its script. */
  async isReady(form: string): Promise<void> {
    const expression = `document.querySelector('form[aria-label="${form}"]')?.noValidate`
    await expect.poll(() => this.evaluate(expression), { message: form }).toBe(true)
  }

  evaluate(expression: string): Promise<unknown> {
    return this.#engine.evaluate(expression)
  }

  /** Waits for the element, and returns a selector that finds it. */
  async #find(target: Target): Promise<string> {
    const mark = `m${++this.#marks}`
    const asked = JSON.stringify({ ...target, mark })
    await expect(async () => {
      if (!(await this.evaluate('"TestingLibraryDom" in window'))) await this.evaluate(`void (() => {${queries}})()`)
      expect(await this.evaluate(`(${markElement})(${asked})`), JSON.stringify(target)).toBe('')
    }).toPass({ timeout: 20_000 })
    return `[data-found="${mark}"]`
  }
}

type Asked = { role?: string; name?: string; label?: string; text?: string; inForm?: string; mark: string }

declare global {
  interface Window {
    TestingLibraryDom: typeof import('@testing-library/dom')
  }
}

/** Runs in the page. Marks the only element that fits; returns '' or why there is none. */
function markElement({ role, name, label, text, inForm, mark }: Asked): string {
  const { getByRole, getByLabelText, getByText } = window.TestingLibraryDom
  try {
    const within = inForm ? getByRole(document.body, 'form', { name: inForm }) : document.body
    const element = label
      ? getByLabelText(within, (words) => words.trim().startsWith(label), { selector: 'input, textarea, select' })
      : text
        ? getByText(within, text)
        : getByRole(within, role ?? '', { name })
    element.setAttribute('data-found', mark)
    // WebKit's driver does not wait for a smooth scroll.
    element.scrollIntoView({ behavior: 'instant', block: 'center' })
    return ''
  } catch (error) {
    return String(error).slice(0, 300)
  }
}
