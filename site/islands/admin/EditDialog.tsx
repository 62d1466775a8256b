import { useStore } from '@nanostores/react'
import { type ReactNode, useMemo } from 'react'
import type { Conflict } from '../../lib/api.ts'
import { valueText } from '../../lib/changes.ts'
import { fieldLabel } from '../../lib/labels.ts'
import type { RowEditor } from '../../stores/admin/row-editor.ts'
import { Form } from '../forms/Form.tsx'
import { SubmitButton } from '../forms/SubmitButton.tsx'
import { Modal, ModalActions } from '../ui/Modal.tsx'

type Values = { [field: string]: string }

type Props<Item extends { id: number }> = {
  editor: RowEditor<Item>
  /** 'Article'. */
  noun: string
  /** The form's first values. */
  valuesOf: (edited: Item | 'new') => Values
  /** The fields. */
  children: (edited: Item | 'new') => ReactNode
}

/** Creates or edits one item; input is kept until it is saved or cancelled, and when another admin saved first. */
export function EditDialog<Item extends { id: number }>({ editor, noun, valuesOf, children }: Props<Item>) {
  const edited = useStore(editor.$edited)
  return (
    <Modal
      isOpen={edited !== null}
      title={`${edited === 'new' ? 'Create' : 'Edit'} ${noun}`}
      isWide
      isForm
      asksToDiscard
      onClose={() => editor.edit(null)}
    >
      {edited !== null && (
        <EditForm
          // Another row, or the same one as another admin saved it.
          key={edited === 'new' ? 'new' : JSON.stringify(edited)}
          editor={editor}
          noun={noun}
          edited={edited}
          values={valuesOf(edited)}
        >
          {children(edited)}
        </EditForm>
      )}
    </Modal>
  )
}

type FormProps<Item extends { id: number }> = {
  editor: RowEditor<Item>
  noun: string
  edited: Item | 'new'
  values: Values
  children: ReactNode
}

function EditForm<Item extends { id: number }>({ editor, noun, edited, values, children }: FormProps<Item>) {
  const form = useMemo(() => editor.formFor(edited), [editor, edited])
  const conflict = useStore(editor.$conflict)
  const isNew = edited === 'new'
  return (
    <Form form={form} label={`${isNew ? 'Create' : 'Edit'} ${noun.toLowerCase()}`} values={values}>
      {children}
      {conflict !== null && <ConflictNotice conflict={conflict} onTake={() => editor.edit(conflict.current)} />}
      <ModalActions leave="Cancel">
        <SubmitButton sending="Saving..." className="button button-small button-primary">
          {conflict ? 'Save mine anyway' : `${isNew ? 'Create' : 'Save'} ${noun}`}
        </SubmitButton>
      </ModalActions>
    </Form>
  )
}

/** Changes of another admin; the person’s own input stays in the form until they choose. */
function ConflictNotice<Item extends object>({ conflict, onTake }: { conflict: Conflict<Item>; onTake: () => void }) {
  const { current, changed } = conflict
  return (
    <section className="conflict" aria-labelledby="conflict-title">
      <h3 id="conflict-title">Saved by someone else while you were editing</h3>
      <dl>
        {Object.entries(current)
          .filter(([field]) => changed.includes(field))
          .map(([field, value]) => (
            <div key={field}>
              <dt>{fieldLabel(field)}</dt>
              <dd>{valueText(field, value)}</dd>
            </div>
          ))}
      </dl>
      <button className="button button-small" type="button" onClick={onTake}>
        Discard mine and load theirs
      </button>
    </section>
  )
}

/** Help for the image field, which articles and events share. */
export const imageUrlHelp = 'Starts with https://. Leave it empty to use a generated cover.'
