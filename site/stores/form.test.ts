import { describe, expect, test, vi } from 'vitest'
import { ApiError, ConnectionError } from '../lib/api.ts'
import { messages } from '../lib/messages.ts'
import { createForm } from './form.ts'
import { $toast, dismissToast } from './toasts.ts'

const failed = { title: 'Error', description: 'Failed to send. Please try again.' }
const invalid = { title: 'Invalid Data', description: 'Please check your input and try again.' }
const missing = { title: 'Missing Information', description: 'Please provide your name.' }

function aForm(send: () => Promise<unknown> = async () => {}, more = {}) {
  const taken: Record<string, string>[] = []
  dismissToast()
  const form = createForm({
    required: ['name'],
    verbatim: ['password'],
    missing,
    invalid,
    failed,
    ...more,
    async send(read) {
      taken.push({ name: read('name'), password: read('password') })
      await send()
    },
  })
  return { form, taken }
}

function fields(values: Record<string, string>): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(values)) data.set(name, value)
  return data
}

const rejection = (status: number, problem: object) => async () => {
  throw new ApiError(status, '', JSON.stringify(problem))
}

describe('a form', () => {
  test('ends the message of a failed attempt when a field is wrong in the next', async () => {
    const { form } = aForm(rejection(503, {}))
    await form.submit(fields({ name: 'Ann' }))
    expect($toast.get()).toMatchObject(failed)
    await form.submit(fields({ name: '' }))
    expect($toast.get()).toBeNull()
    expect(form.$state.get().alert).toBe('Missing Information: Please provide your name.')
  })

  test('says in the toast of the console what the field says when nothing was sent', async () => {
    const { form } = aForm(rejection(503, {}), { hasErrorToast: true, missing: failed, invalid: failed })
    await form.submit(fields({ name: 'Ann' }))
    expect($toast.get()).toMatchObject(failed)
    await form.submit(fields({ name: '' }))
    expect($toast.get()).toMatchObject({ title: 'Error', description: messages.form.required })
    await form.submit(fields({ name: 'Ann', email: 'ann@nowhere' }))
    expect($toast.get()).toMatchObject({ title: 'Error', description: messages.form.email })
  })

  test('sends trimmed text, but passwords as they were typed', async () => {
    const { form, taken } = aForm()
    expect(await form.submit(fields({ name: '  Ann ', password: ' a b ' }))).toBe(true)
    expect(taken).toEqual([{ name: 'Ann', password: ' a b ' }])
    expect($toast.get()).toBeNull()
  })

  test('writes the fields that it drew, without those that an extension added or that are hidden now', async () => {
    const written: object[] = []
    const form = createForm({ required: [], failed, send: async (_read, _readAll, texts) => void written.push(texts) })
    expect(await form.submit(fields({ name: ' Ann ', extension: 'x' }), ['name', 'note'])).toBe(true)
    expect(written).toEqual([{ name: 'Ann' }])
  })

  test('rejects a required field that is blank after trimming, marks it, and sends nothing', async () => {
    const { form, taken } = aForm()
    expect(await form.submit(fields({ name: '   ' }))).toBe(false)
    expect(taken).toEqual([])
    expect(form.$state.get().errors).toEqual({ name: messages.form.required })
    expect(form.$state.get().alert).toBe('Missing Information: Please provide your name.')
    expect($toast.get()).toBeNull()
  })

  test.each([
    ['ruth@example.org', true],
    ['Ruth Gray <ruth@example.org>', true],
    ['ruth@example', false],
    ['ruth', false],
    ['@example.org', false],
  ])('takes %j for an email address: %s', async (email, isSent) => {
    const { form } = aForm()
    expect(await form.submit(fields({ name: 'Ruth', email }))).toBe(isSent)
    expect('email' in form.$state.get().errors).toBe(!isSent)
  })

  test('asks before it sends, once the fields are valid, and stays as it is after a no', async () => {
    let isSure = false
    const asked: string[] = []
    const confirm = async (read: (field: string) => string) => {
      asked.push(read('name'))
      return isSure
    }
    const { form, taken } = aForm(undefined, { confirm })
    await form.submit(fields({ name: '' }))
    expect(asked).toEqual([])
    const before = form.$state.get()
    expect(await form.submit(fields({ name: 'Ann' }))).toBe(false)
    expect([asked, taken, form.$state.get()]).toEqual([['Ann'], [], before])
    isSure = true
    expect(await form.submit(fields({ name: 'Ann' }))).toBe(true)
    expect(taken).toHaveLength(1)
  })

  test('refuses text that cannot be an email address', async () => {
    const { form, taken } = aForm()
    expect(await form.submit(fields({ name: 'Ann', email: 'ann@nowhere' }))).toBe(false)
    expect(taken).toEqual([])
    expect(form.$state.get().errors).toEqual({ email: messages.form.email })
    expect(form.$state.get().alert).toBe('Invalid Data: Please check your input and try again.')
    expect($toast.get()).toBeNull()
  })

  test('sends once, however often the button is pressed in between', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const { form, taken } = aForm(() => promise)
    const first = form.submit(fields({ name: 'Ann' }))
    expect(form.$state.get().sending).toBe(true)
    expect(await form.submit(fields({ name: 'Ann' }))).toBe(false)
    resolve()
    expect(await first).toBe(true)
    expect(taken).toHaveLength(1)
    expect(form.$state.get().sending).toBe(false)
  })

  test('marks the fields that the server rejects', async () => {
    const errors = [{ path: 'name', message: 'Use at most 100 characters.' }]
    const { form } = aForm(rejection(400, { message: 'Check your input.', errors }))
    expect(await form.submit(fields({ name: 'Ann' }))).toBe(false)
    expect(form.$state.get()).toEqual({
      sending: false,
      errors: { name: 'Use at most 100 characters.' },
      alert: 'Invalid Data: Please check your input and try again.',
      done: null,
    })
    expect($toast.get()).toBeNull()
  })

  test('shows the server’s sentence in the toast where the spec wants it, and beside the form always', async () => {
    const problem = { message: 'Invalid email or password.' }
    const quiet = aForm(rejection(401, problem)).form
    await quiet.submit(fields({ name: 'Ann' }))
    expect($toast.get()).toMatchObject(failed)
    expect(quiet.$state.get().alert).toBe('Invalid email or password.')

    const telling = aForm(rejection(401, problem), { showsServerMessage: true }).form
    await telling.submit(fields({ name: 'Ann' }))
    expect($toast.get()).toMatchObject({ title: 'Error', description: 'Invalid email or password.' })
  })

  test('keeps the server’s answer until the next attempt', async () => {
    const done = { title: 'Sent', description: 'Thank you.' }
    const { form } = aForm(async () => {}, { done })
    await form.submit(fields({ name: 'Ann' }))
    expect(form.$state.get().done).toEqual(done)
    expect($toast.get()).toMatchObject(done)
    await form.submit(fields({ name: '' }))
    expect(form.$state.get().done).toBeNull()
  })

  test('that signs people in sends nothing where cookies are blocked', async () => {
    vi.stubGlobal('document', {
      get cookie() {
        return ''
      },
      set cookie(_text) {},
    })
    const { form, taken } = aForm(async () => {}, { needsCookies: true })
    expect(await form.submit(fields({ name: 'Ann' }))).toBe(false)
    vi.unstubAllGlobals()
    expect(taken).toEqual([])
    expect(form.$state.get().alert).toBe(messages.login.needsCookies)
    expect($toast.get()).toMatchObject({ title: 'Error', description: messages.login.needsCookies })
  })

  test('says that the server is down, and does not blame the connection', async () => {
    vi.stubGlobal('navigator', { onLine: true })
    const { form } = aForm(async () => {
      throw new ConnectionError()
    })
    expect(await form.submit(fields({ name: 'Ann' }))).toBe(false)
    vi.unstubAllGlobals()
    expect(form.$state.get().alert).toBe(messages.form.unreachable)
  })

  test('says that there is no connection', async () => {
    const { form } = aForm(async () => {
      throw new ConnectionError()
    })
    expect(await form.submit(fields({ name: 'Ann' }))).toBe(false)
    expect(form.$state.get().alert).toBe(messages.form.offline)
    expect($toast.get()).toMatchObject(failed)
  })

  test('shows the same messages for a form that was sent without JavaScript', () => {
    const { form } = aForm()
    const posted = { status: 400, message: 'Please check: name.', values: { name: ' ' }, errors: { name: 'Required.' } }
    expect(form.stateOf(posted)).toEqual({
      sending: false,
      errors: { name: 'Required.' },
      alert: `${missing.title}: ${missing.description}`,
      done: null,
    })
    const typed = { ...posted, values: { name: 'Ann', email: 'ann' } }
    expect(form.stateOf(typed).alert).toBe(`${invalid.title}: ${invalid.description}`)
    expect(form.stateOf({ ...typed, status: 429, message: 'Too often.', errors: {} }).alert).toBe('Too often.')
  })
})
