import { atom, type ReadableAtom } from 'nanostores'
import { fieldsNotShown } from '../../../records/http/incomplete-rows.ts'
import { type Conflict, conflictIn } from '../../lib/api.ts'
import { type Message, messages } from '../../lib/messages.ts'
import { createForm, type Form, type Read } from '../form.ts'
import { showError, showToast } from '../toasts.ts'
import { unchanged } from '../unchanged.ts'
import type { AdminList } from './admin-list.ts'

type Edited<Item> = Item | 'new' | null

type Words = { created?: Message; updated: Message; createFailed?: Message; updateFailed: Message; missing: Message }

type Definition<Item extends { id: number }, Body> = {
  list: AdminList<Item>
  words: Words
  required: readonly string[]
  check?: (read: Read) => { [field: string]: string }
  /** Asks before a row is saved; false leaves the dialog as it is. */
  confirm?: (read: Read, edited: Item | 'new') => Promise<boolean>
  /** `written`: the text of every field that the dialog drew; a method, because each dialog names the item that it writes. */
  bodyOf(read: Read, written: object): Body
  create?: (body: Body) => Promise<Item>
  /** `revision`: of the row that was edited; the server rejects when it has changed since. */
  save: (id: number, body: Body, revision: number) => Promise<Item>
}

export type RowEditor<Item> = {
  /** The row in the dialog: one from the list, 'new', or null while it is closed. */
  $edited: ReadableAtom<Edited<Item>>
  $conflict: ReadableAtom<Conflict<Item> | null>
  edit: (row: Edited<Item>) => void
  /** The dialog’s form; it keeps the input when the save is rejected. */
  formFor: (edited: Item | 'new') => Form
}

/** The edit dialog of a list: creates and changes rows, and notices when another admin saved first. */
export function createRowEditor<Item extends { id: number; revision: number }, Body>(
  definition: Definition<Item, Body>,
): RowEditor<Item> {
  const { list, words, required, check, confirm, bodyOf, create, save } = definition
  const $edited = atom<Edited<Item>>(null)
  const $conflict = atom<Conflict<Item> | null>(null)

  function edit(row: Edited<Item>): void {
    // Saving would replace what the row holds by what stands in its place.
    if (row !== null && row !== 'new' && fieldsNotShown(row).length > 0) {
      showError(messages.admin.incompleteRow)
      return
    }
    $conflict.set(null)
    $edited.set(row)
  }

  const formFor = (edited: Item | 'new') => {
    const failed = edited === 'new' && words.createFailed ? words.createFailed : words.updateFailed
    return createForm({
      required: [...required],
      missing: words.missing,
      hasErrorToast: true,
      failed,
      signedOut: { ...failed, description: messages.sessionEnd.saveAgain },
      showsServerMessage: true,
      ...(check && { check }),
      ...(confirm && { confirm: (read: Read) => confirm(read, edited) }),
      async send(read, _, written) {
        const body = bodyOf(read, written)
        const isOpen = unchanged($edited)
        if (edited === 'new') {
          if (!create || !words.created) throw new Error('Rows of this list cannot be created.')
          await create(body)
          void list.reload()
          showToast(words.created)
        } else {
          // After seeing the changes, the admin saves over them.
          const { revision } = $conflict.get()?.current ?? edited
          try {
            list.replace(await save(edited.id, body, revision))
          } catch (error) {
            if (isOpen()) $conflict.set(conflictIn<Item>(error))
            throw error
          }
          showToast(words.updated)
        }
        if (isOpen()) edit(null)
      },
    })
  }

  return { $edited, $conflict, edit, formFor }
}
