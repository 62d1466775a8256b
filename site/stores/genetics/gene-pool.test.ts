import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Allele, GenePool } from '../../../contract/gene-pool.ts'

type Store = typeof import('./gene-pool.ts')
type Editor = typeof import('./allele-editor.ts')
type Toasts = typeof import('../toasts.ts')

let store: Store
let editor: Editor
let toasts: Toasts
let answer: () => Response | Promise<Response>
let sent: { call: string; body: unknown }[]

const allele = (id: string, gene: Allele['gene'], text: string, more: Partial<Allele> = {}): Allele => ({
  id,
  gene,
  text,
  status: 'approved',
  isBuilt: false,
  description: null,
  replaces: null,
  ...more,
})
const office = allele('office', 'headline', 'for Congress', { isBuilt: true })
const honesty = allele('honesty', 'headline', 'for Honest Government')
const roads = allele('roads', 'issueFocus', 'Roads', { isBuilt: true, description: 'Fix them.' })
const gold = allele('gold', 'buttonColor', 'gold')
const pool: GenePool = {
  isTesting: true,
  pages: 4,
  recordedVisits: 12,
  changedAt: null,
  alleles: [
    office,
    honesty,
    roads,
    allele('cardinal', 'buttonColor', 'cardinal', { isBuilt: true }),
    gold,
    allele('split', 'layout', 'split', { isBuilt: true }),
    allele('centered', 'layout', 'centered'),
  ],
}

const fields = (values: { [name: string]: string }) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(values)) form.set(name, value)
  return form
}

beforeEach(async () => {
  vi.resetModules()
  sent = []
  answer = () => Response.json(pool)
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('fetch', async (address: string, { method, body }: RequestInit) => {
    sent.push({ call: `${method} ${address}`, body: typeof body === 'string' ? JSON.parse(body) : null })
    return answer()
  })
  store = await import('./gene-pool.ts')
  editor = await import('./allele-editor.ts')
  toasts = await import('../toasts.ts')
  await store.genePool.reload()
  sent = []
})
afterEach(() => void vi.unstubAllGlobals())

describe('switching an allele', () => {
  it('shows the server’s pool afterwards', async () => {
    answer = () => Response.json({ ...pool, pages: 2 })
    await store.retire(gold)
    expect(sent).toEqual([{ call: 'POST /api/genetic-test/gene-pool/alleles/gold/retire', body: null }])
    expect(store.genePool.$state.get()).toMatchObject({ value: { pages: 2 } })
    expect(toasts.$toast.get()).toMatchObject({ title: '“Accent color” is retired' })
    await store.approve(gold)
    expect(sent[1]?.call).toBe('POST /api/genetic-test/gene-pool/alleles/gold/approve')
    expect(toasts.$toast.get()).toMatchObject({ title: '“Accent color” is on' })
  })

  it('waits for the previous switch, and says why it was rejected', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    answer = () => promise
    const first = store.approve(gold)
    await store.approve(honesty)
    expect(store.$switching.get()).toBe('gold')
    resolve(Response.json({ message: 'There are 40 of these already.' }, { status: 409 }))
    await first
    expect(sent).toHaveLength(1)
    expect(store.$switching.get()).toBeNull()
    expect(toasts.$toast.get()).toMatchObject({ description: 'There are 40 of these already.' })
  })
})

describe('a preview of an allele', () => {
  it('is the page as built with that one change', () => {
    const built = {
      headline: 'for Congress',
      issueHighlight: { title: 'Roads', description: 'Fix them.' },
      buttonColor: 'cardinal',
      layout: { hero: 'split', features: 'vertical', cta: 'inline' },
    }
    expect(store.configWith(pool, office)).toEqual(built)
    expect(store.configWith(pool, gold)).toEqual({ ...built, buttonColor: 'gold' })
    expect(store.configWith(pool, { id: '', gene: 'issueFocus', text: 'Schools', description: '' })).toEqual({
      ...built,
      issueHighlight: { title: 'Schools', description: '' },
    })
  })
})

it('a scheme is too faint when its contrast is below 4.5:1 in either mode', () => {
  expect(store.isFaint({ light: 4.5, dark: 7 })).toBe(false)
  expect(store.isFaint({ light: 7, dark: 4.49 })).toBe(true)
})

describe('the wording of an allele', () => {
  it('is proposed as a new one', async () => {
    const form = editor.formFor({ gene: 'issueFocus', allele: null })
    expect(await form.submit(fields({ title: ' Schools ', description: 'Pay teachers.' }))).toBe(true)
    expect(sent).toEqual([
      {
        call: 'POST /api/genetic-test/gene-pool/alleles',
        body: { gene: 'issueFocus', title: 'Schools', description: 'Pay teachers.' },
      },
    ])
    expect(toasts.$toast.get()).toMatchObject({ title: 'Proposal saved' })
  })

  it('is changed into a new allele, and the dialog closes', async () => {
    editor.editWording({ gene: 'headline', allele: honesty })
    await editor.formFor({ gene: 'headline', allele: honesty }).submit(fields({ text: 'for Clean Government' }))
    expect(sent).toEqual([
      {
        call: 'PUT /api/genetic-test/gene-pool/alleles/honesty',
        body: { gene: 'headline', text: 'for Clean Government' },
      },
    ])
    expect(editor.$open.get()).toBeNull()
    expect(toasts.$toast.get()).toMatchObject({ title: 'New wording saved' })
  })

  it.each([
    [{ text: '' }, 'This field is required.'],
    [{ text: 'x'.repeat(22) }, 'Use at most 21 characters.'],
    [{ text: 'for Honest Government' }, 'That’s the same wording.'],
  ])('is not sent as %j', async (values, error) => {
    const form = editor.formFor({ gene: 'headline', allele: honesty })
    expect(await form.submit(fields(values))).toBe(false)
    expect(form.$state.get().errors).toEqual({ text: error })
    expect(sent).toEqual([])
  })

  it('counts characters as people do', async () => {
    const form = editor.formFor({ gene: 'headline', allele: null })
    expect(await form.submit(fields({ text: '🌽'.repeat(21) }))).toBe(true)
  })

  it('stays in the dialog when the server rejects it', async () => {
    answer = () => Response.json({ message: 'This text is already in the list.' }, { status: 409 })
    editor.editWording({ gene: 'headline', allele: null })
    const form = editor.formFor({ gene: 'headline', allele: null })
    expect(await form.submit(fields({ text: 'for Congress' }))).toBe(false)
    expect(form.$state.get().alert).toBe('This text is already in the list.')
    expect(editor.$open.get()).not.toBeNull()
  })
})
