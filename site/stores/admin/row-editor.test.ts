import { beforeEach, describe, expect, test } from 'vitest'
import { ApiError } from '../../lib/api.ts'
import { $toast, dismissToast } from '../toasts.ts'
import { createAdminList } from './admin-list.ts'
import { createRowEditor } from './row-editor.ts'

type Item = { id: number; revision: number; name: string }

const barn = { id: 1, revision: 3, name: 'The barn' }
const field = { id: 2, revision: 8, name: 'The field' }

/** A dialog whose saves wait until the test answers them. */
function anEditor() {
  const { promise, resolve, reject } = Promise.withResolvers<Item>()
  const list = createAdminList<Item>({
    tab: 'news',
    sort: '-createdAt',
    failed: { title: 'Error' },
    read: async () => ({ items: [barn, field], total: 2 }),
  })
  const saved: [number, number][] = []
  const editor = createRowEditor({
    list,
    words: {
      created: { title: 'Created' },
      updated: { title: 'Saved' },
      updateFailed: { title: 'Error' },
      missing: { title: 'Missing' },
    },
    required: ['name'],
    bodyOf: (read) => ({ name: read('name') }),
    create: () => promise,
    save(id, _body, revision) {
      saved.push([id, revision])
      return promise
    },
  })
  const submit = (edited: Item | 'new') => {
    editor.edit(edited)
    const fields = new FormData()
    fields.set('name', 'Another name')
    return editor.formFor(edited).submit(fields)
  }
  return { editor, submit, saved, resolve, reject }
}

beforeEach(dismissToast)

test('a row that could not be shown completely is not edited, since saving would lose what is missing', () => {
  const { editor } = anEditor()
  editor.edit(Object.assign({}, barn, { notShown: ['category'] }))
  expect(editor.$edited.get()).toBeNull()
  expect($toast.get()).toMatchObject({ title: 'This row can’t be edited' })
})

describe('a save with a late answer', () => {
  test('closes its own dialog', async () => {
    const { editor, submit, resolve } = anEditor()
    const saving = submit(barn)
    resolve({ ...barn, revision: 4 })
    expect(await saving).toBe(true)
    expect(editor.$edited.get()).toBeNull()
  })

  test('leaves the dialog of another row open', async () => {
    const { editor, submit, resolve } = anEditor()
    const saving = submit(barn)
    editor.edit(null)
    editor.edit(field)
    resolve({ ...barn, revision: 4 })
    expect(await saving).toBe(true)
    expect(editor.$edited.get()).toBe(field)
  })

  test('leaves the dialog open in which the admin writes the next row', async () => {
    const { editor, submit, resolve } = anEditor()
    const saving = submit('new')
    editor.edit(null)
    editor.edit('new')
    resolve(barn)
    expect(await saving).toBe(true)
    expect(editor.$edited.get()).toBe('new')
  })

  test('shows no conflict in the dialog of another row, which is saved with its own revision', async () => {
    const { editor, submit, saved, reject } = anEditor()
    const saving = submit(barn)
    editor.edit(null)
    editor.edit(field)
    reject(new ApiError(409, '', JSON.stringify({ current: { ...barn, revision: 5 }, changed: ['name'] })))
    expect(await saving).toBe(false)
    expect(editor.$conflict.get()).toBeNull()
    await submit(field)
    expect(saved).toEqual([
      [1, 3],
      [2, 8],
    ])
  })
})
